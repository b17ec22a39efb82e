/** Whether a hole stands where Lean reads a tactic or a term, told from the tokens around it and their columns. */
import { LINE_FIRST, SPACED, type Tokens } from '../../lean/tokens.ts';

/** What follows one of these on its line can begin a statement of a block. */
const BLOCK_OPENERS = new Set(['by', '·', '=>', '(', '{', 'then', 'else']);
const BEFORE_A_TERM = new Set([':=', ',', '⟨', '[', ':', '<|', '$', 'from', 'exact', 'refine', 'show', 'in', 'fun']);
/** What alternatives `| … => …` and `case … => …` belong to. */
const TACTIC_HEADS = new Set(['cases', 'induction', 'rcases', 'case', 'next']);
const TERM_HEADS = new Set(['fun', 'λ']);

/**
 * Whether the token at `at` begins a tactic. `from` is the declaration's first token. Follows Lean's layout rules as
 * far as tokens show them; a syntax that only a macro knows counts as a term. `known`: what was found out about other
 * tokens of the declaration, so that a block of a thousand statements is not walked up from each of them.
 */
export function isTacticPosition(
  tokens: Tokens,
  at: number,
  from: number,
  known: Map<number, boolean> = new Map(),
): boolean {
  const asked: number[] = [];
  let answer: Answer = at;
  while (typeof answer === 'number') {
    asked.push(answer);
    answer = known.get(answer) ?? (answer <= from ? false : look(tokens, answer, from));
  }
  for (const each of asked) known.set(each, answer);
  return answer;
}

/** Known, or the same as for an earlier token. */
type Answer = boolean | number;

function look(tokens: Tokens, at: number, from: number): Answer {
  const before = at - 1;
  const word = tokens.word(before);
  if (word === 'by' || isFocusDot(tokens, before)) return true;
  if (word === '>' && tokens.is(before - 1, ';')) return true;
  if (word === ';') return statementHead(tokens, before - 1, from);
  if (word === '(' || word === '{') return before;
  if (word === '=>') return lookAtArm(tokens, before, from);
  if (word === '|') return nearestBefore(tokens, before, from, (k) => tokens.is(k, 'first')) >= from;
  if (word === 'then' || word === 'else') return nearestBefore(tokens, before, from, (k) => tokens.is(k, 'if'));
  if (BEFORE_A_TERM.has(word) || !tokens.flag(at, LINE_FIRST)) return false;
  return siblingAbove(tokens, at, from);
}

function isFocusDot(tokens: Tokens, at: number): boolean {
  if (tokens.is(at, '·')) return true;
  return tokens.is(at, '.') && tokens.flag(at, LINE_FIRST) && tokens.flag(at + 1, SPACED);
}

/** Walks back outside of closed brackets to the nearest token that fits; -1 without one. */
function nearestBefore(tokens: Tokens, at: number, from: number, fits: (k: number) => boolean): number {
  let depth = 0;
  for (let k = at - 1; k >= from; k--) {
    depth -= tokens.bracket(k);
    if (depth < 0) return -1;
    if (depth === 0 && fits(k)) return k;
  }
  return -1;
}

/** First token of the statement that `at` belongs to; behind a `;` it is for that one's statement to say. */
function statementHead(tokens: Tokens, at: number, from: number): number {
  for (let k = at; k > from; k--) {
    const before = tokens.word(k - 1);
    if (tokens.flag(k, LINE_FIRST) || before === ';' || BLOCK_OPENERS.has(before)) return k;
  }
  return from;
}

/** The statement above in the same block: nearest at the same column, with nothing further left in between. */
function siblingAbove(tokens: Tokens, at: number, from: number): number {
  const column = tokens.column(at);
  for (let k = at - 1; k >= from; k--) {
    const isFirst = tokens.flag(k, LINE_FIRST);
    const begins = isFirst || BLOCK_OPENERS.has(tokens.word(k - 1)) || isFocusDot(tokens, k - 1);
    if (begins && tokens.column(k) === column) return k;
    if (isFirst && tokens.column(k) < column) return -1;
  }
  return -1;
}

/** What stands behind the `=>` at `arrow` is a tactic where its head is one that only tactics have, or is one itself. */
function lookAtArm(tokens: Tokens, arrow: number, from: number): Answer {
  const start = nearestBefore(tokens, arrow, from, (k) => isHead(tokens, k) || tokens.is(k, '|'));
  let head = start;
  if (tokens.is(start, '|')) {
    const limit = tokens.flag(start, LINE_FIRST) ? tokens.column(start) : Infinity;
    head = nearestBefore(tokens, start, from, (k) => isHead(tokens, k) && lineIndent(tokens, k) <= limit);
  }
  if (TERM_HEADS.has(tokens.word(head))) return false;
  return TACTIC_HEADS.has(tokens.word(head)) || head;
}

function isHead(tokens: Tokens, at: number): boolean {
  const word = tokens.word(at);
  return word === 'match' || TACTIC_HEADS.has(word) || TERM_HEADS.has(word);
}

function lineIndent(tokens: Tokens, at: number): number {
  let k = at;
  while (k > 0 && !tokens.flag(k, LINE_FIRST)) k--;
  return tokens.column(k);
}
