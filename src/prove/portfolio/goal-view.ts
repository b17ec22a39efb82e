/** Parses a printed goal into hypotheses and target terms. */
import { collapseWhitespace } from '../../base/one-line.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { Locals } from '../../lean/term/context.ts';
import { makeNotationTable, type NotationTable } from '../../lean/term/notation-table.ts';
import { parseTerm } from '../../lean/term/parser.ts';
import { bare, beta, typeHead, type Term } from '../../lean/term/term.ts';

export interface Hypothesis {
  name: string;
  /** The printed type on one line. */
  text: string;
  type: Term;
  /** Whether a proof can write the name; false for `h✝`. */
  isWritable: boolean;
}

export interface GoalView {
  /** The printed goal without the `case` line; it identifies the goal. */
  text: string;
  hypotheses: readonly Hypothesis[];
  /** The part after `⊢`, on one line. */
  target: string;
  tree: Term;
}

/** Does not include notation declared in the file: such terms stay opaque. */
export const NOTATION: NotationTable = makeNotationTable([]);

const LINE = /^((?:[^\s:]+ )*?[^\s:]*) ?:(?!=) (.*)$/u;

/** The tag in a line such as `case zero` above a goal, or null. */
export function caseTag(goal: string): string | null {
  return /^case (\S+)/.exec(goal)?.[1] ?? null;
}

export function viewGoal(goal: string): GoalView {
  const text = goal.replace(/^case .*\n/, '').trimEnd();
  const turnstile = text.indexOf('⊢');
  const target = collapseWhitespace(turnstile < 0 ? text : text.slice(turnstile + 1)).trim();
  const locals = new Map<string, string>();
  const hypotheses: Hypothesis[] = [];
  for (const line of hypothesisLines(turnstile < 0 ? '' : text.slice(0, turnstile))) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const words = match[2]!.replace(/ := .*$/, '');
    const type = read(words, locals);
    for (const name of match[1]!.split(' ')) {
      locals.set(readable(name), typeHead(type));
      hypotheses.push({ name, text: words, type, isWritable: name !== '' && !name.includes('✝') });
    }
  }
  return { text, hypotheses, target, tree: read(target, locals) };
}

/** Joins indented continuation lines. */
function hypothesisLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/^\s/.test(line) && lines.length > 0) lines.push(`${lines.pop()!} ${line.trim()}`);
    else lines.push(line.trim());
  }
  return lines;
}

/** Parses with a copy of `locals`, because names bound by a term are not locals of the goal. */
function read(text: string, locals: ReadonlyMap<string, string>): Term {
  const context = { table: NOTATION, locals: new Locals(locals), isOpen: () => true, module: null };
  return headBeta(bare(parseTerm(readable(text), context)));
}

/** `(fun x => b) a` as `b` with `a` for `x`: Lean shows it where a definition was unfolded. */
function headBeta(tree: Term): Term {
  const [fn, ...args] = tree.args;
  if (tree.kind !== Kind.APPLY || fn === undefined || bare(fn).kind !== Kind.LAMBDA) return tree;
  return headBeta(bare(beta(bare(fn), args)));
}

/** `a✝¹` as a name that the parser reads. */
export function readable(text: string): string {
  return text.replaceAll(/✝[⁰¹²³⁴⁵⁶⁷⁸⁹]*/gu, (mark) => `_dagger${mark.length}`);
}

/** Returns `h`, or `h1`, `h2`, … if it is already used. */
export function fresh(preferred: string, { hypotheses }: GoalView, also: readonly string[] = []): string {
  const isTaken = (name: string): boolean => also.includes(name) || hypotheses.some((one) => one.name === name);
  if (!isTaken(preferred)) return preferred;
  for (let count = 1; ; count++) if (!isTaken(`${preferred}${count}`)) return `${preferred}${count}`;
}
