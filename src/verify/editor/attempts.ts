/** The texts that show what a tactic or a term does at a place: the declaration up to there, without what follows it. */
import { Failure } from '../../base/errors.ts';
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';
import { openOrClose } from '../../lean/scope-commands.ts';
import { Scopes } from '../../lean/scopes.ts';
import type { Candidate } from '../hole/candidate.ts';
import { findHoles, type Hole } from '../hole/holes.ts';
import { balancedTokens } from '../trial/self-contained.ts';
import { applyEdits, fillingOf } from '../hole/splice.ts';
import { lineAt, type Place, resolvePlace } from './text-place.ts';

/** A text with a `sorry` at a place, and nothing after its declaration. */
export interface OpenedPlace {
  text: string;
  hole: Hole;
}

/** A text with an attempt in place of the `sorry`. Offsets in UTF-16 units. */
export interface AttemptText {
  text: string;
  start: number;
  /** After the attempt's last token, where its goals are. */
  end: number;
}

/**
 * Prepares a place for attempts. If a `sorry` is there, they replace it; otherwise they replace the rest of the
 * declaration from there on.
 * @throws {Failure} `place-outside`; `place-not-in-declaration`
 */
export function openPlace(text: string, place: Place): OpenedPlace {
  const { offset, hole: existing } = resolvePlace(text, place);
  const from = existing?.start ?? offset;
  const { end, next, inMutual } = commandAround(text, from);
  const rest = existing === null ? '' : text.slice(existing.end, Math.max(existing.end, end));
  const isEmptyLine = place.column === null && lineAt(text, place.line).text.trim() === '';
  const indentation = isEmptyLine ? indentationAbove(text, from) : '';
  const opened = `${text.slice(0, from)}${indentation}sorry${rest}\n${afterDeclaration(text, next, inMutual)}`;
  const at = from + indentation.length;
  const hole = findHoles(opened).find(({ start }) => start === at);
  if (hole === undefined || (existing === null && hole.declaration === null)) throw notInDeclaration(place.line);
  return { text: opened, hole };
}

/** The place without what follows the `sorry` in its declaration; null if nothing does. */
export function withoutRest({ text, hole }: OpenedPlace): OpenedPlace | null {
  const { end } = commandAround(text, hole.start);
  if (end <= hole.end) return null;
  return { text: `${text.slice(0, hole.end)}\n${END}\n`, hole };
}

/** Replaces the `sorry`. An attempt that begins with `by` is a proof, also where Lean expects a term. */
export function attemptText({ text, hole }: OpenedPlace, attempt: string): AttemptText {
  const edit = fillingOf(text, hole, candidateOf(attempt, hole));
  return { text: applyEdits(text, [edit]), start: edit.start, end: edit.start + edit.text.trimEnd().length };
}

/** Why an attempt could change what is read as its declaration; null if it stays in its place. */
export function whyIncomplete(attempt: string, { text, start, end }: AttemptText): string | null {
  const tokens = balancedTokens(attempt);
  if (tokens === null) return 'A bracket, comment or string of it is not closed, or closed and not opened.';
  if (tokens.count === 0) return 'It is empty.';
  return commandAround(text, start).next < end ? 'It contains a command.' : null;
}

const BY = /^\s*by(?=\s)/u;

function candidateOf(attempt: string, { position }: Hole): Candidate {
  if (BY.test(attempt)) return { kind: 'tactic', text: attempt.replace(BY, '') };
  return { kind: position, text: attempt };
}

interface CommandAround {
  /** The end of its last token. */
  end: number;
  /** The start of the next command, or the end of the text. */
  next: number;
  /** The end of the next command's first token: what is before it shows that this command ends. */
  nextEnd: number;
  inMutual: boolean;
}

/** A text that shows what is at an offset, without what follows its command, and the start that decides it. */
export function textUpTo(text: string, offset: number): { text: string; decisive: string | null } {
  const { next, nextEnd, inMutual } = commandAround(text, offset);
  if (inMutual || next >= text.length) return { text, decisive: null };
  return { text: text.slice(0, next) + afterDeclaration(text, next, false), decisive: text.slice(0, nextEnd + 1) };
}

/** The command that contains an offset. */
function commandAround(text: string, offset: number): CommandAround {
  const tokens = tokenise(text, []);
  const scopes = new Scopes();
  for (const command of readCommands(tokens, true)) {
    openOrClose(scopes, tokens, command);
    const next = command.to < tokens.count ? tokens.start(command.to) : text.length;
    if (next <= offset) continue;
    const nextEnd = command.to < tokens.count ? tokens.end(command.to) : text.length;
    return { end: tokens.end(command.to - 1), next, nextEnd, inMutual: scopes.inMutual };
  }
  return { end: text.length, next: text.length, nextEnd: text.length, inMutual: false };
}

/** Ends a text before the commands that follow a declaration. */
export const END = '#exit';

/** Lean reads the other declarations of a `mutual` block together with this one. */
function afterDeclaration(text: string, next: number, inMutual: boolean): string {
  if (next >= text.length) return '';
  return inMutual ? text.slice(next) : `${END}\n`;
}

/** On an empty line, tactics are expected as far to the right as on the line above, or further after an opening word. */
function indentationAbove(text: string, offset: number): string {
  const above = text.slice(0, offset).trimEnd();
  const last = above.slice(above.lastIndexOf('\n') + 1);
  const indentation = /^[ \t]*/u.exec(last)![0];
  return /(?:\b(?:by|do|then|else)|=>|:=)$/u.test(last) ? `${indentation}  ` : indentation;
}

function notInDeclaration(line: number): Failure {
  return new Failure('usage', 'place-not-in-declaration', {
    message: `Line ${line} is not in the proof or value of a declaration.`,
    next: 'Give a place where a tactic or a term is written, such as a sorry.',
  });
}
