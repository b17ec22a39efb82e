/** How well one name answers a query by name: a step of the ladder below, and small amounts for what breaks ties. */
import type { NameRow } from '../index/library-index.ts';
import { foldChunk, splitChunks, splitPieces } from '../index/name-parts.ts';
import type { NameQuery } from './name-query.ts';
import { withinOneEdit } from './one-edit.ts';
import type { Contribution } from './types.ts';

/** The ladder. Steps lie further apart than all that breaks ties can add up to, where their order must hold. */
const STEPS = {
  exact: 1000,
  exactButCase: 940,
  afterDot: 880,
  afterDotButCase: 840,
  sameParts: 800,
  samePartsButCase: 790,
  oneTypo: 760,
  lastSameParts: 750,
  oneTypoAfterDot: 720,
  otherNamespace: 690,
  startsWith: 660,
  afterDotStartsWith: 620,
  endsWith: 580,
  allParts: 300,
} as const;

/** From this on a name is what was asked for, not merely near it. */
export const IS_THE_NAME = STEPS.afterDotButCase - 100;

/** What the first contribution says where the query's parts are all of the name, not only of its last component. */
export const SAYS_WHOLE_NAME: ReadonlySet<string> = new Set([
  'exact name',
  'exact name but for case',
  'the same parts',
  'the same parts but for case',
]);

/** The contributions to a row's score, the step of the ladder first; their sum is the score. */
export function scoreName(query: NameQuery, row: NameRow): Contribution[] {
  const contributions = [step(query, row.name)];
  const add = (what: string, points: number) => {
    if (points !== 0) contributions.push({ what, points });
  };
  add('uses', round(Math.min(3 * Math.log2(1 + row.uses), 30)));
  add('longer than asked', -round(Math.min(Math.max(row.name.length - query.text.length, 0) * 0.2, 16)));
  add('generated', row.origin === 'written' ? 0 : -2);
  add('deprecated', row.isDeprecated ? -20 : 0);
  add('private', row.isPrivate ? -60 : 0);
  return contributions;
}

function step(query: NameQuery, name: string): Contribution {
  const { text, lower } = query;
  const nameLower = name.toLowerCase();
  if (name === text) return { what: 'exact name', points: STEPS.exact };
  if (nameLower === lower) return { what: 'exact name but for case', points: STEPS.exactButCase };
  if (name.endsWith(`.${text}`)) return { what: 'name without its namespace', points: STEPS.afterDot };
  if (nameLower.endsWith(`.${lower}`))
    return { what: 'name without its namespace, but for case', points: STEPS.afterDotButCase };
  const steps = [stepOfParts(query, name), stepOfLetters(query, name, nameLower)];
  if (name.slice(name.lastIndexOf('.') + 1) === query.lastComponent) {
    steps.push({ what: 'same last component, other namespace', points: STEPS.otherNamespace });
  }
  return steps.reduce((best, other) => (other.points > best.points ? other : best));
}

/** Judged by the parts, in any order. */
function stepOfParts(query: NameQuery, name: string): Contribution {
  const inOrder = (points: number, same: boolean) => points + (same ? 5 : 0);
  const written = splitParts(query.text);
  const parts = splitParts(name);
  if (sameBag(written, parts)) return { what: 'the same parts', points: STEPS.sameParts };
  const asked = query.pieces.flat();
  const pieces = splitChunks(name).flatMap(splitPieces);
  if (sameBag(asked, pieces)) {
    return {
      what: 'the same parts but for case',
      points: inOrder(STEPS.samePartsButCase, asked.join() === pieces.join()),
    };
  }
  const last = splitChunks(name.slice(name.lastIndexOf('.') + 1)).flatMap(splitPieces);
  if (sameBag(asked, last)) {
    return {
      what: 'the same parts without its namespace',
      points: inOrder(STEPS.lastSameParts, asked.join() === last.join()),
    };
  }
  const inName = countCommon(asked, pieces);
  const inLast = countCommon(asked, last);
  const covered = 0.6 * (inLast / Math.max(last.length, 1)) + 0.4 * (inName / pieces.length);
  const share = asked.length === 0 ? 0 : Math.max(inName / asked.length, wholeChunks(query, name));
  const order = 30 * Number(isInOrder(asked, pieces));
  return {
    what: share === 1 ? 'all parts' : 'some parts',
    points: round((STEPS.allParts * share + 200 * covered + order) * share),
  };
}

/** Judged letter by letter: a typo, or a beginning or end. */
function stepOfLetters({ text, lower }: NameQuery, name: string, nameLower: string): Contribution {
  const bonus = (same: boolean) => (same ? 3 : 0);
  if (withinOneEdit(lower, nameLower)) {
    return { what: 'one typo', points: STEPS.oneTypo + bonus(withinOneEdit(text, name)) };
  }
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const end = name.length - dot - 1;
    if (Math.abs(end - text.length) > 1 || !withinOneEdit(lower, nameLower.slice(dot + 1))) continue;
    return {
      what: 'one typo, without its namespace',
      points: STEPS.oneTypoAfterDot + bonus(withinOneEdit(text, name.slice(dot + 1))),
    };
  }
  if (nameLower.startsWith(lower))
    return { what: 'start of the name', points: STEPS.startsWith + boundary(name, text.length) };
  const dot = nameLower.lastIndexOf(`.${lower}`);
  if (dot >= 0)
    return { what: 'start of a component', points: STEPS.afterDotStartsWith + boundary(name, dot + 1 + text.length) };
  if (nameLower.endsWith(/^[._]/u.test(lower) ? lower : `_${lower}`))
    return { what: 'end of the name', points: STEPS.endsWith };
  return { what: 'letters', points: 0 };
}

/** A little more where the beginning ends at a dot, an underscore or a prime rather than within a word. */
function boundary(name: string, at: number): number {
  return /[._']/u.test(name[at] ?? '') ? 20 : 0;
}

/** Parts between dots, underscores and white space as written, primes and all. */
function splitParts(text: string): string[] {
  return text.split(/[._\s]+/u).filter((part) => part !== '');
}

/** Share of the query's chunks that the name has as chunks, for queries like `isopen` that hide camel case. */
function wholeChunks(query: NameQuery, name: string): number {
  return (
    countCommon(
      query.chunks,
      splitChunks(name).map((chunk) => foldChunk(chunk)),
    ) / query.chunks.length
  );
}

/** Whether `asked` is what is left of `all` when some are taken out. */
function isInOrder(asked: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return asked.every((part) => (at = all.indexOf(part, at + 1)) >= 0);
}

function sameBag(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && countCommon(a, b) === a.length;
}

/** Size of the intersection as bags. */
function countCommon(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let common = 0;
  for (const item of a) {
    const at = left.indexOf(item);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return common;
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
