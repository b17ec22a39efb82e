/** A goal as Lean prints it, taken apart: what is at hand by name, and what is to be shown, as trees. */
import { collapseWhitespace } from '../../base/one-line.ts';
import { Locals } from '../../lean/term/context.ts';
import { makeNotationTable, type NotationTable } from '../../lean/term/notation-table.ts';
import { parseTerm } from '../../lean/term/parser.ts';
import { bare, typeHead, type Term } from '../../lean/term/term.ts';

export interface Hypothesis {
  name: string;
  /** As printed, on one line. */
  text: string;
  type: Term;
  /** A name that a proof can write: `h✝` is none. */
  isWritable: boolean;
}

export interface GoalView {
  /** As printed, without the `case` line: two goals are the same if their texts are. */
  text: string;
  hypotheses: readonly Hypothesis[];
  /** Behind the `⊢`, on one line. */
  target: string;
  tree: Term;
}

/** Notation that a file declares is not in it: such terms stay opaque. */
export const NOTATION: NotationTable = makeNotationTable([]);

const LINE = /^((?:[^\s:]+ )*?[^\s:]*) ?:(?!=) (.*)$/u;

/** `case zero` above a goal: the tag; null without one. */
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

/** A line that is indented goes on with the one before. */
function hypothesisLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/^\s/.test(line) && lines.length > 0) lines.push(`${lines.pop()!} ${line.trim()}`);
    else lines.push(line.trim());
  }
  return lines;
}

/** What a term binds is no local of the goal, so each term gets a copy. */
function read(text: string, locals: ReadonlyMap<string, string>): Term {
  const context = { table: NOTATION, locals: new Locals(locals), isOpen: () => true, module: null };
  return bare(parseTerm(readable(text), context));
}

/** `a✝¹` as a name that the parser reads. */
function readable(text: string): string {
  return text.replaceAll(/✝[⁰¹²³⁴⁵⁶⁷⁸⁹]*/gu, (mark) => `_dagger${mark.length}`);
}
