/** Whether a hole stands where Lean reads a tactic or a term, told from the tokens around it and their columns. */
import { lowerBound } from '../../base/lower-bound.ts';
import { LINE_FIRST, NUMBER, SPACED, type Tokens } from '../../lean/tokens.ts';

/** What follows one of these on its line can begin a statement of a block. */
const BLOCK_OPENERS = new Set(['by', '·', '=>', '(', '{', 'then', 'else']);
/** Right behind these stands a tactic, or a block of them. */
const BEFORE_A_TACTIC = new Set([
  ...['by', 'decreasing_by', 'all_goals', 'any_goals', 'try', 'repeat', "repeat'", "repeat1'", 'focus'],
  ...['fail_if_success', 'show_term'],
]);
const BEFORE_A_TERM = new Set([':=', '⟨', ':', '<|', '$', 'from', 'exact', 'refine', 'show', 'fun']);
/** What alternatives `| … => …` and `case … => …` belong to. */
const TACTIC_HEADS = new Set(['cases', 'induction', 'fun_cases', 'fun_induction', 'rcases', 'case', 'next', 'intro']);
const TERM_HEADS = new Set(['fun', 'λ']);

/** Known, or the same as for an earlier token. */
type Answer = boolean | number;

/**
 * Which tokens of a declaration begin a tactic. Follows Lean's layout rules as far as tokens show them; a syntax that
 * only a macro knows counts as a term. Keeps what it found out, so that a block of a thousand statements, or a match of
 * a thousand arms, is not walked up from each of them.
 */
export class TacticPositions {
  readonly #tokens: Tokens;
  /** The declaration's first token. */
  readonly #from: number;
  /** By token: whether it begins a tactic. */
  readonly #known = new Map<number, boolean>();
  /** By `|` of an arm: the head that it belongs to, -1 for none. */
  readonly #heads = new Map<number, number>();
  readonly #brackets: BracketPairs;

  constructor(tokens: Tokens, from: number) {
    this.#tokens = tokens;
    this.#from = from;
    this.#brackets = new BracketPairs(tokens, from);
  }

  has(at: number): boolean {
    const asked: number[] = [];
    let answer: Answer = at;
    while (typeof answer === 'number') {
      asked.push(answer);
      answer = this.#known.get(answer) ?? (answer <= this.#from ? false : this.#look(answer));
    }
    for (const each of asked) this.#known.set(each, answer);
    return answer;
  }

  #look(at: number): Answer {
    const tokens = this.#tokens;
    const from = this.#from;
    const before = at - 1;
    const word = tokens.word(before);
    if (BEFORE_A_TACTIC.has(word) || isFocusDot(tokens, before)) return true;
    if (tokens.kind(before) === NUMBER && tokens.is(before - 1, 'iterate')) return true;
    if (endsAlso(tokens, before)) return true;
    if (word === '[') return opensTactics(tokens, before);
    if (word === ',') return opensTactics(tokens, this.#brackets.around(before));
    if (word === ';') return this.#statementHead(before - 1);
    if (word === '(' || word === '{') return before;
    if (word === '=>') return this.#lookAtArm(before);
    if (word === '|') {
      const nearest = this.#nearestBefore(before, (k) => tokens.is(k, 'first') || tokens.is(k, '|'));
      return tokens.is(nearest, '|') ? nearest + 1 : nearest >= from;
    }
    if (word === 'then' || word === 'else') {
      const nearest = this.#nearestBefore(before, (k) => tokens.is(k, 'if') || isBranch(tokens, k));
      return isBranch(tokens, nearest) ? nearest + 1 : nearest;
    }
    if (word === 'in') return placeOfIn(tokens, before, from);
    if (BEFORE_A_TERM.has(word) || !tokens.flag(at, LINE_FIRST)) return false;
    return siblingAbove(tokens, at, from);
  }

  /** What stands behind the `=>` at `arrow` is a tactic where its head is one that only tactics have, or is one itself. */
  #lookAtArm(arrow: number): Answer {
    const tokens = this.#tokens;
    const start = this.#nearestBefore(arrow, (k) => isHead(tokens, k) || tokens.is(k, '|') || tokens.is(k, '=>'));
    if (tokens.is(start, '=>')) return start + 1;
    const head = tokens.is(start, '|') ? this.#headOf(start) : start;
    if (TERM_HEADS.has(tokens.word(head))) return false;
    return TACTIC_HEADS.has(tokens.word(head)) || head;
  }

  /** The head that the arm at `bar` belongs to: of one that begins a line, none further right. */
  #headOf(bar: number): number {
    const tokens = this.#tokens;
    const limit = armColumn(tokens, bar);
    // An arm above that begins where this one does has the same head.
    const isAlike = (k: number): boolean => this.#heads.has(k) && armColumn(tokens, k) === limit;
    const nearest = this.#nearestBefore(
      bar,
      (k) => isAlike(k) || (isHead(tokens, k) && lineIndent(tokens, k) <= limit),
    );
    const head = this.#heads.get(nearest) ?? nearest;
    this.#heads.set(bar, head);
    return head;
  }

  /**
   * First token of the statement that `at` belongs to; behind a `;` it is for that one's statement to say. In a list of
   * terms none begins.
   */
  #statementHead(at: number): Answer {
    const tokens = this.#tokens;
    for (let k = at; k > this.#from; k--) {
      if (tokens.bracket(k) < 0) k = this.#brackets.openingOf(k);
      if (k <= this.#from) return this.#from;
      const before = tokens.word(k - 1);
      if (tokens.flag(k, LINE_FIRST) || before === ';' || BLOCK_OPENERS.has(before)) return k;
      if (tokens.bracket(k - 1) > 0) return opensTactics(tokens, k - 1);
    }
    return this.#from;
  }

  /** Walks back outside of closed brackets to the nearest token that fits; -1 without one. */
  #nearestBefore(at: number, fits: (k: number) => boolean): number {
    for (let k = at - 1; k >= this.#from; k--) {
      const bracket = this.#tokens.bracket(k);
      if (bracket > 0) return -1;
      if (bracket < 0) k = this.#brackets.openingOf(k);
      if (k < 0 || fits(k)) return k;
    }
    return -1;
  }
}

/** Which brackets belong together and stand in which, of whatever kinds they are. Reads on as far as it is asked. */
class BracketPairs {
  readonly #tokens: Tokens;
  #next: number;
  readonly #open: number[] = [];
  readonly #openings = new Map<number, number>();
  /** Where the innermost open bracket changes, in rising order, and to which: -1 for none. */
  readonly #changes: { at: number; innermost: number }[] = [];

  constructor(tokens: Tokens, from: number) {
    this.#tokens = tokens;
    this.#next = from;
  }

  /** -1 for one that closes nothing. */
  openingOf(closing: number): number {
    this.#readTo(closing);
    return this.#openings.get(closing) ?? -1;
  }

  /** The innermost open bracket around `at`, -1 for none. */
  around(at: number): number {
    this.#readTo(at);
    const behind = lowerBound(this.#changes.length, (index) => this.#changes[index]!.at >= at);
    return this.#changes[behind - 1]?.innermost ?? -1;
  }

  #readTo(last: number): void {
    for (; this.#next <= last; this.#next++) {
      const at = this.#next;
      const bracket = this.#tokens.bracket(at);
      if (bracket === 0) continue;
      if (bracket > 0) this.#open.push(at);
      else this.#openings.set(at, this.#open.pop() ?? -1);
      this.#changes.push({ at, innermost: this.#open.at(-1) ?? -1 });
    }
  }
}

/** Whether `at` is the last token of a `<;>`. */
function endsAlso(tokens: Tokens, at: number): boolean {
  return tokens.is(at, '>') && tokens.is(at - 1, ';');
}

/** `<;> [simp, skip]` has a tactic for each goal; any other list is of terms. */
function opensTactics(tokens: Tokens, opening: number): boolean {
  return tokens.is(opening, '[') && endsAlso(tokens, opening - 1);
}

function isFocusDot(tokens: Tokens, at: number): boolean {
  if (tokens.is(at, '·')) return true;
  return tokens.is(at, '.') && tokens.flag(at, LINE_FIRST) && tokens.flag(at + 1, SPACED);
}

/** Behind `open Foo in` and the like stands what could stand in its place; any other `in` is of a term. */
function placeOfIn(tokens: Tokens, at: number, from: number): Answer {
  for (let k = at - 1; k >= from && !tokens.is(k, 'in'); k--)
    if (tokens.is(k, 'open') || tokens.is(k, 'set_option')) return k;
  return false;
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

const isBranch = (tokens: Tokens, at: number): boolean => tokens.is(at, 'then') || tokens.is(at, 'else');

/** Column of a `|` that begins a line; infinite for others. */
const armColumn = (tokens: Tokens, bar: number): number =>
  tokens.flag(bar, LINE_FIRST) ? tokens.column(bar) : Infinity;

function isHead(tokens: Tokens, at: number): boolean {
  const word = tokens.word(at);
  // As a pattern, `intro` is a constructor.
  if (word === 'intro') return tokens.is(at + 1, '|') && !tokens.is(at - 1, '|') && !tokens.is(at - 1, '.');
  return word === 'match' || TACTIC_HEADS.has(word) || TERM_HEADS.has(word);
}

/** Column of the first token on the line of `at`. Looked for from the line's beginning: a line may be as long as the file. */
function lineIndent(tokens: Tokens, at: number): number {
  const begin = tokens.lineStart(tokens.line(at));
  let first = lowerBound(at, (k) => tokens.start(k) >= begin);
  // Behind a string of several lines that ends here, the line is that on which it began.
  while (first > 0 && !tokens.flag(first, LINE_FIRST)) first--;
  return tokens.column(first);
}
