/** Reads roles that were labelled by hand, as in `fixtures/knowledge`, with those of the rules beside. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TACTICS, type EntityType, type Tactic } from '../../sources/entity.ts';
import { tacticsOf } from '../../builders/knowledge/rules/reference-tactics.ts';
import { segmentsOf } from '../../builders/knowledge/rules/segments.ts';

/** A segment or a reference with its label by hand and by rule. */
export interface LabelledRole {
  kind: 'segment' | 'reference';
  /** The segment, or the reference with its segment. */
  text: string;
  /** What the text belongs to. */
  context: string;
  /** Label of the first pass. */
  gold: Tactic;
  /** Whether the second pass, without sight of the first, gave the same label. */
  isAgreed: boolean;
  byRule: Tactic;
}

/** Codes of the segments' labels. */
const CODES: Readonly<Record<string, Tactic>> = {
  P: 'premise',
  A: 'assumption',
  L: 'lemma',
  R: 'proposition',
  C: 'corollary',
  K: 'calculation',
  E: 'enumeration',
  D: 'definition',
  Z: 'conclusion',
  U: 'deduction',
};
const LABELLED = /(?<open>\\ref\{|\[\[|\]\(#)(?<label>[^=\]})|]+)=(?<tactic>[a-z]+)(?:\/(?<second>[a-z]+))?/g;
const CALLED: readonly (readonly [RegExp, string])[] = [
  [/^lem[:-]/, 'Lemma'],
  [/^prop[:-]/, 'Proposition'],
  [/^cor[:-]/, 'Corollary'],
  [/^(?:thm[:-]|ax:|(?!Definition:)[A-Z])/, 'Theorem'],
  [/./, 'Definition'],
];

const calledAs = (label: string): string => CALLED.find(([pattern]) => pattern.test(label))![1];

/** All roles of one file. `a`: the rules were adjusted on it; `b`: written afterwards. */
export function labelledRoles(folder: string, half: 'a' | 'b'): LabelledRole[] {
  const text = readFileSync(join(folder, `roles-${half}.txt`), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((entity) => {
      const [head = '', ...lines] = entity.trimEnd().split('\n');
      const type = head.split(' ', 1)[0] as EntityType;
      const texts = lines.join('\n').split(/^--\n/m);
      return texts.flatMap((each, part) => rolesOf(each.trimEnd(), { type, part, context: head }));
    });
}

interface Gold {
  start: number;
  end: number;
  gold: Tactic;
  isAgreed: boolean;
  text: string;
}

function rolesOf(
  lines: string,
  { type, part, context }: { type: EntityType; part: number; context: string },
): LabelledRole[] {
  let text = '';
  const segments: Gold[] = [];
  const references: (Gold & { label: string; at: number })[] = [];
  for (const line of lines.split('\n')) {
    if (line !== '') {
      const start = text.length;
      const [codes] = line.split(' ', 1) as [string];
      let from = codes.length + 1;
      const inLine: { label: string; at: number; gold: Tactic; isAgreed: boolean }[] = [];
      for (const { 0: found, index, groups } of line.matchAll(LABELLED)) {
        text += line.slice(from, index);
        const { label = '', tactic = '', second } = groups!;
        inLine.push({ label, at: text.length, gold: tacticNamed(tactic, line), isAgreed: second === undefined });
        text += groups!['open']! + groups!['label']!;
        from = index + found.length;
      }
      text += line.slice(from);
      const span = { start, end: text.length, text: text.slice(start) };
      segments.push({ ...span, gold: CODES[codes[0]!] ?? fail(line), isAgreed: codes.length === 1 });
      references.push(...inLine.map((each) => ({ ...span, ...each })));
    }
    text += '\n';
  }
  const ruled = segmentsOf(text, { type, part });
  const roles = segments.map(({ start, end, gold, isAgreed, text: segment }): LabelledRole => {
    const overlap = (each: { start: number; end: number }) => Math.min(end, each.end) - Math.max(start, each.start);
    const best = ruled.toSorted((x, y) => overlap(y) - overlap(x))[0]!;
    return { kind: 'segment', text: segment, context: `${context} ${part}`, gold, isAgreed, byRule: best.action };
  });
  return [
    ...roles,
    ...references.map(({ label, at, gold, isAgreed, text: segment }): LabelledRole => {
      const reference = { part, label, title: '', calledAs: calledAs(label), at };
      const byRule = tacticsOf([reference], { type, text, segments: ruled })[label]!;
      return {
        kind: 'reference',
        text: `${label} in: ${segment}`,
        context: `${context} ${part}`,
        gold,
        isAgreed,
        byRule,
      };
    }),
  ];
}

const tacticNamed = (name: string, line: string): Tactic => TACTICS.find((tactic) => tactic === name) ?? fail(line);

function fail(line: string): never {
  throw new Error(`no known label: ${line}`);
}
