/** Parses goal states as Lean prints them and users paste them: hypotheses, `⊢`, several goals, `case` tags. */
import type { NotationTable } from '../lean/term/notation-table.ts';
import { Locals } from '../lean/term/context.ts';
import { parseTerm } from '../lean/term/parser.ts';
import * as Kind from '../lean/term/kinds.ts';
import { typeHead, type Term } from '../lean/term/term.ts';

export interface Hypothesis {
  names: string[];
  type: Term;
}

export interface Goal {
  hypotheses: Hypothesis[];
  target: Term;
}

const TURNSTILE = /⊢|\|-/u;
const NAME = String.raw`[\p{L}_«][\p{L}\p{N}_'!?»₀-₉✝⁰¹²³⁴⁵⁶⁷⁸⁹.]*`;
const HYPOTHESIS = new RegExp(String.raw`^\s*(${NAME}(?:\s+${NAME})*)\s*:(?!=)\s*(.*)$`, 'u');

/** All goals of the text; empty if it has no term. Text without a turnstile is a target only. */
export function parseGoals(text: string, table: NotationTable): Goal[] {
  const goals: Goal[] = [];
  let hypotheses: string[] = [];
  let target: string[] | null = null;
  const finish = () => {
    if (target !== null) goals.push(...goalOf(hypotheses, target.join(' '), table));
    hypotheses = [];
    target = null;
  };
  const lines = TURNSTILE.test(text) ? text.split('\n') : [`⊢ ${text.replace(/\n/g, ' ')}`];
  for (const line of lines) {
    const turnstile = TURNSTILE.exec(line);
    if (line.trim() === '' || /^\s*(case|unsolved goals|\d+ goals?|error:)/u.test(line)) finish();
    else if (turnstile !== null) {
      if (target !== null) finish();
      const before = line.slice(0, turnstile.index).trim();
      if (before !== '') hypotheses.push(...splitInline(before));
      target = [line.slice(turnstile.index + turnstile[0].length)];
    } else if (target !== null) {
      // An unindented line that looks like a hypothesis starts the next goal.
      if (/^\S/u.test(line) && HYPOTHESIS.test(line)) {
        finish();
        hypotheses.push(line);
      } else target.push(line.trim());
    } else if (hypotheses.length > 0 && (/^\s/u.test(line) || !HYPOTHESIS.test(line)))
      hypotheses.push(`${hypotheses.pop()!} ${line.trim()}`);
    else hypotheses.push(line);
  }
  finish();
  return goals;
}

/** Splits hypotheses on one line: `h : a ∣ b, k : b ∣ c`. */
function splitInline(before: string): string[] {
  return before
    .split(new RegExp(String.raw`[,;]\s*(?=${NAME}(?:\s+${NAME})*\s*:(?!=))`, 'u'))
    .map((one) => one.replace(/[,;]\s*$/u, ''));
}

function goalOf(lines: readonly string[], target: string, table: NotationTable): Goal[] {
  if (target.trim() === '') return [];
  const locals = new Locals();
  const context = { table, locals, isOpen: () => true, module: null };
  const read = (text: string) => parseTerm(replaceDaggers(text), context);
  const parsed = lines.flatMap((line) => {
    const match = HYPOTHESIS.exec(line);
    if (match === null) return [];
    const names = match[1]!.split(/\s+/u).map(replaceDaggers);
    return [{ names, text: match[2]!.replace(/:=.*$/u, '') }];
  });
  for (const { names } of parsed) for (const name of names) locals.set(name, '');
  const hypotheses = parsed.map(({ names, text }) => {
    const type = read(text);
    for (const name of names) locals.set(name, typeHead(type));
    return { names, type };
  });
  return [introduced({ hypotheses, target: read(target) })];
}

/** Converts `a✝¹` to a name that the parser accepts. */
function replaceDaggers(text: string): string {
  return text.replace(/✝[⁰¹²³⁴⁵⁶⁷⁸⁹]*/gu, '_✝').replaceAll('✝', 'dagger');
}

/** `∀ x, p x → q x` after `intro`. */
function introduced({ hypotheses, target }: Goal): Goal {
  const all = [...hypotheses];
  let at = target;
  while (at.kind === Kind.PI) {
    all.push({ names: [at.head], type: at.args[0]! });
    at = at.args[1]!;
  }
  return { hypotheses: all, target: at };
}
