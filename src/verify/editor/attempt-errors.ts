/** Which errors of a tried text are those of the attempt. Pure. */
import { tokenise } from '../../lean/lexer.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import type { Hole } from '../hole/holes.ts';
import type { AttemptText } from './attempts.ts';

/** 1-based line, 0-based column in code points. */
type Position = Pick<Diagnostic, 'line' | 'column'>;

/**
 * The errors that the text with a `sorry` (`known`) does not have and that the attempt causes. Of a tactic, these are
 * not: goals that are left for what comes before it, and what the tactics after it make of its goals. A term may cause an
 * error anywhere in its declaration.
 */
export function errorsOfAttempt(
  diagnostics: readonly Diagnostic[],
  known: readonly Diagnostic[],
  { text, start, end }: AttemptText,
  position: Hole['position'],
): Diagnostic[] {
  const knownTexts = known.map((each) => each.text);
  const first = positionAt(text, start);
  const last = positionAt(text, end);
  const next = positionAt(text, nextToken(text, end));
  return diagnostics.filter((each) => {
    if (each.severity !== 'error') return false;
    const at = knownTexts.indexOf(each.text);
    if (at >= 0) {
      knownTexts.splice(at, 1);
      return false;
    }
    if (position === 'term') return true;
    if (isBefore(each, first)) return each.class !== 'unsolved_goals';
    if (!isBefore(last, each)) return true;
    // An attempt that is not complete is an error at what follows it.
    return each.class.startsWith('syntax_error') && !isBefore(next, each);
  });
}

const isBefore = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column < b.column);

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
