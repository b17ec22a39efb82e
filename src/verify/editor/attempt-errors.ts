/** What Lean's messages for a tried text say about the attempt: its errors, and whether it is a whole proof. Pure. */
import { tokenise } from '../../lean/lexer.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { findHoles, type Hole } from '../hole/holes.ts';
import { type AttemptText, END, type OpenedPlace } from './attempts.ts';
import type { Goals } from './server-answers.ts';

/** 1-based line, 0-based column in code points. */
type Position = Pick<Diagnostic, 'line' | 'column'>;

/**
 * The errors that the text with a `sorry` (`known`) does not have and that the attempt causes. An error in the attempt is
 * always its own, and so is one for which Lean did not read the attempt. Goals that are left for what comes before it are not, if `goals` shows that the attempt leaves them. What
 * the tactics after a tactic make of its goals is not. A term may cause an error anywhere in its declaration.
 */
export function errorsOfAttempt(
  diagnostics: readonly Diagnostic[],
  known: readonly Diagnostic[],
  { text, start, end }: AttemptText,
  { hole, goals }: { hole: Hole; goals: Goals },
): Diagnostic[] {
  const { position, declaration } = hole;
  const knownErrors = known.filter(({ severity }) => severity === 'error');
  const knownTexts = knownErrors.map((each) => each.text);
  const first = positionAt(text, start);
  const last = positionAt(text, end);
  const next = positionAt(text, nextToken(text, end));
  return diagnostics.filter((each) => {
    if (each.severity !== 'error') return false;
    if (!isBefore(each, first) && isBefore(each, last)) return true;
    // Where Lean cannot read the declaration, it has not read the attempt.
    const isSyntax = isSyntaxError(each);
    const isRead = position === 'tactic' && !isBefore(each, next);
    if (isSyntax && !isRead && declaration !== null && each.line >= declaration.line) return true;
    const at = knownTexts.indexOf(each.text);
    if (at >= 0) {
      knownTexts.splice(at, 1);
      return false;
    }
    if (each.class === 'unsolved_goals' && isBefore(each, first)) {
      // The attempt may have failed where its error is caught, as after `try`. Other words: it solved a metavariable.
      const hadGoals = knownErrors.some((other) => other.class === each.class && isSamePlace(other, each));
      return !hadGoals && (position === 'tactic' ? goals?.length === 0 : goals === null);
    }
    if (position === 'term' || isBefore(each, first)) return true;
    if (!isBefore(last, each)) return true;
    // An attempt that is not complete is an error at what follows it.
    return isSyntax && !isBefore(next, each);
  });
}

/**
 * Whether the attempt is the end of a proof in which Lean finds no error: then it leaves no goals, whatever Lean shows
 * there. The Lean of 2021 shows the goals of each alternative that a macro tried.
 */
export function completesProof(
  diagnostics: readonly Diagnostic[],
  { text, end }: AttemptText,
  { declaration }: Hole,
): boolean {
  const next = nextToken(text, end);
  if (declaration === null || (next < text.length && !text.startsWith(END, next))) return false;
  return !hasErrorSince(diagnostics, declaration.line);
}

/**
 * Whether an attempt without an error of its own may be wrong: Lean hides errors of a term that may result from another
 * one, gives up tactics after one that fails, and does not read what follows an error of syntax.
 */
export function mayHideErrors(diagnostics: readonly Diagnostic[], { position, declaration, line }: Hole): boolean {
  if (declaration === null) return false;
  const hiding = diagnostics.filter((each) => {
    if (each.class === 'unsolved_goals') return false;
    return position === 'term' || each.line < line || isSyntaxError(each);
  });
  return hasErrorSince(hiding, declaration.line);
}

/** Errors of what Lean cannot read. */
export const syntaxErrorsIn = (diagnostics: readonly Diagnostic[]): Diagnostic[] => diagnostics.filter(isSyntaxError);

function isSyntaxError(each: Diagnostic): boolean {
  return each.severity === 'error' && each.class.startsWith('syntax_error');
}

const hasErrorSince = (diagnostics: readonly Diagnostic[], from: number): boolean =>
  diagnostics.some(({ severity, line }) => severity === 'error' && line >= from);

/**
 * Whether Lean still sees a `sorry` in the declaration after the attempt replaced its only one: a macro contains it. Lean
 * reports one for each declaration, or each `sorry`, so it is unknown if there is another.
 */
export function sorryIsSeen(
  diagnostics: readonly Diagnostic[],
  known: readonly Diagnostic[],
  { text, hole: { declaration } }: OpenedPlace,
): boolean {
  if (declaration === null) return false;
  const seen = (messages: readonly Diagnostic[]): number =>
    messages.filter((each) => each.class === 'declaration_uses_sorry' && each.line >= declaration.line).length;
  if (seen(diagnostics) === 0 || seen(diagnostics) < seen(known)) return false;
  return findHoles(text).filter((each) => each.declaration?.start === declaration.start).length === 1;
}

const isBefore = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column < b.column);

const isSamePlace = (a: Position, b: Position): boolean => a.line === b.line && a.column === b.column;

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length };
}

/** The offset of the first token at or after `offset`, or the end of the text. */
function nextToken(text: string, offset: number): number {
  const tokens = tokenise(text, []);
  for (let at = 0; at < tokens.count; at++) if (tokens.start(at) >= offset) return tokens.start(at);
  return text.length;
}
