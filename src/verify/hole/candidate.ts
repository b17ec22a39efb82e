/** A proposed filling for a hole, and its lines without their original indentation. */
import { tokenise } from '../../lean/lexer.ts';
import { LINE_FIRST, STRING, type Tokens } from '../../lean/tokens.ts';

export interface Candidate {
  /** `tactic`: a sequence of tactics, without the `by` before it. */
  kind: 'term' | 'tactic';
  text: string;
  /**
   * Timeout in milliseconds for a check at a server that has loaded the imports; if absent, the timeout of the mode. One
   * of hundreds of guesses may make Lean loop.
   */
  timeoutMs?: number;
}

/** A line of a candidate. `indent` is relative to the candidate's first character; null: the line must not be changed. */
export interface CandidateLine {
  indent: number | null;
  text: string;
}

/**
 * The candidate's lines from its first to its last token, without comments before or after them. A line that begins
 * inside a string keeps its white space, which is part of the string.
 */
export function candidateLines(candidate: Candidate): CandidateLine[] {
  const text = candidate.text.replaceAll('\r\n', '\n');
  const tokens = tokenise(text, []);
  if (tokens.count === 0) return [];
  const begin = tokens.start(0);
  const end = tokens.end(tokens.count - 1);
  const margin = tokens.column(0);
  const lines: CandidateLine[] = [];
  for (let at = begin; at <= end;) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    const line = text.slice(at, lineEnd);
    const isInString = at !== begin && insideString(tokens, at);
    const indent = line.length - line.trimStart().length;
    if (at === begin) lines.push({ indent: 0, text: isInString ? line : line.trimEnd() });
    else if (isInString) lines.push({ indent: null, text: line });
    else lines.push({ indent: Math.max(0, indent - margin), text: line.trim() });
    at = lineEnd + 1;
  }
  return lines;
}

function insideString(tokens: Tokens, offset: number): boolean {
  for (let at = 0; at < tokens.count && tokens.start(at) < offset; at++) {
    if (tokens.end(at) > offset && tokens.kind(at) === STRING) return true;
  }
  return false;
}

/** Whether a tactic candidate consists of several tactics: it then needs parentheses between other tactics on a line. */
export function isSequence(candidate: Candidate): boolean {
  const tokens = tokenise(candidate.text, []);
  for (let at = 1; at < tokens.count; at++) {
    if (tokens.flag(at, LINE_FIRST) || tokens.is(at, ';')) return true;
  }
  return false;
}

/** Words after which Lean reads as many tactics as follow, also those behind a `;` or `<;>`. */
const OPENING = ['by', '=>', '|', '·', 'do', 'then', 'else'];

/** Whether a tactic candidate could take the tactics after it on its line into itself. */
export function isOpenEnded(candidate: Candidate): boolean {
  const tokens = tokenise(candidate.text, []);
  for (let at = 0; at < tokens.count; at++) {
    if (OPENING.includes(tokens.word(at)) || (at === 0 && tokens.is(at, '.'))) return true;
  }
  return false;
}

/** Whether a term can be an argument without parentheses: one token, or one pair of brackets around all of it. */
export function isAtom(candidate: Candidate): boolean {
  const tokens = tokenise(candidate.text, []);
  if (tokens.count === 1) return true;
  return tokens.bracket(0) === 1 && tokens.afterBracket(0, tokens.count) === tokens.count;
}
