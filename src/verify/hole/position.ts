/** Decides from the surrounding tokens and their columns whether Lean parses a hole as a tactic or as a term. */
import { lowerBound } from '../../base/lower-bound.ts';
import { LINE_FIRST, NUMBER, SPACED, type Tokens } from '../../lean/tokens.ts';

/** The token after one of these, on the same line, can begin a statement of a block. */
const BLOCK_OPENERS = new Set(['by', '·', '=>', '(', '{', 'then', 'else']);
/** A tactic or a tactic block directly follows each of these. */
const BEFORE_A_TACTIC = new Set([
  ...['by', 'decreasing_by', 'all_goals', 'any_goals', 'try', 'repeat', "repeat'", "repeat1'", 'focus'],
  ...['fail_if_success', 'show_term'],
]);
const BEFORE_A_TERM = new Set([':=', '⟨', ':', '<|', '$', 'from', 'exact', 'refine', 'show', 'fun']);
/** The tactics that have alternatives `| … => …` or `case … => …`. */
const TACTIC_HEADS = new Set(['cases', 'induction', 'fun_cases', 'fun_induction', 'rcases', 'case', 'next', 'intro']);
const TERM_HEADS = new Set(['fun', 'λ']);

/** Whether a token begins a tactic, or the index of an earlier token with the same answer. */
type Answer = boolean | number;

/**
 * Which tokens of a declaration begin a tactic. Follows Lean's layout rules as far as tokens show them; syntax that only
 * a macro defines counts as a term. Results are memoized: otherwise each of a thousand statements of a block, or of a
 * thousand arms of a match, would cause a walk over all those before it.
 */
export class TacticPositions {
  readonly #tokens: Tokens;
  /** The declaration's first token. */
  readonly #from: number;
  /** By token: whether it begins a tactic. */
  readonly #known = new Map<number, boolean>();
  /** By the `|` of an arm: its head, -1 if not found. */
  readonly #heads = new Map<number, number>();
  readonly #brackets: BracketPairs;

  constructor(tokens: Tokens, from: number) {
    this.#tokens = tokens;
    this.#from = from;
    this.#brackets = new BracketPairs(tokens, from);
  }

  has(at: number): boolean {
    const visited: number[] = [];
    let answer: Answer = at;
    while (typeof answer === 'number') {
      visited.push(answer);
      answer = this.#known.get(answer) ?? (answer <= this.#from ? false : this.#classify(answer));
    }
    for (const each of visited) this.#known.set(each, answer);
    return answer;
  }

  #classify(at: number): Answer {
    const tokens = this.#tokens;
    const from = this.#from;
    const before = at - 1;
    const word = tokens.word(before);
    if (BEFORE_A_TACTIC.has(word) || isFocusDot(tokens, before)) return true;
    if (tokens.kind(before) === NUMBER && tokens.is(before - 1, 'iterate')) return true;
    if (endsAndThen(tokens, before)) return true;
    if (word === '[') return opensTactics(tokens, before);
    if (word === ',') return opensTactics(tokens, this.#brackets.around(before));
    if (word === ';') return this.#statementHead(before - 1);
    if (word === '(' || word === '{') return before;
    if (word === '=>') return this.#classifyArm(before);
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

  /** An arm after the `=>` at `arrow` is a tactic if its head is tactic-only, or if the head itself is a tactic. */
  #classifyArm(arrow: number): Answer {
    const tokens = this.#tokens;
    const start = this.#nearestBefore(arrow, (k) => isHead(tokens, k) || tokens.is(k, '|') || tokens.is(k, '=>'));
    if (tokens.is(start, '=>')) return start + 1;
    const head = tokens.is(start, '|') ? this.#headOf(start) : start;
    if (TERM_HEADS.has(tokens.word(head))) return false;
    return TACTIC_HEADS.has(tokens.word(head)) || head;
  }

  /** The head of the arm at `bar`. If the arm begins a line, its head is not further to the right. */
  #headOf(bar: number): number {
    const tokens = this.#tokens;
    const limit = armColumn(tokens, bar);
    // An earlier arm in the same column has the same head.
    const hasSameHead = (k: number): boolean => this.#heads.has(k) && armColumn(tokens, k) === limit;
    const nearest = this.#nearestBefore(
      bar,
      (k) => hasSameHead(k) || (isHead(tokens, k) && lineIndent(tokens, k) <= limit),
    );
    const head = this.#heads.get(nearest) ?? nearest;
    this.#heads.set(bar, head);
    return head;
  }

  /** The first token of the statement that contains `at`; inside a list, whether it is a list of tactics. */
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

  /** The nearest earlier token that fits, skipping closed brackets; -1 if not found. */
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

/** Matches brackets, of any kind, and finds the enclosing one. Reads tokens lazily. */
class BracketPairs {
  readonly #tokens: Tokens;
  #next: number;
  readonly #open: number[] = [];
  readonly #openings = new Map<number, number>();
  /** The tokens at which the innermost open bracket changes, in ascending order, and the new one: -1 for none. */
  readonly #changes: { at: number; innermost: number }[] = [];

  constructor(tokens: Tokens, from: number) {
    this.#tokens = tokens;
    this.#next = from;
  }

  /** -1 if `closing` closes nothing. */
  openingOf(closing: number): number {
    this.#readTo(closing);
    return this.#openings.get(closing) ?? -1;
  }

  /** The innermost open bracket around `at`, -1 for none. */
  around(at: number): number {
    this.#readTo(at);
    const next = lowerBound(this.#changes.length, (index) => this.#changes[index]!.at >= at);
    return this.#changes[next - 1]?.innermost ?? -1;
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
function endsAndThen(tokens: Tokens, at: number): boolean {
  return tokens.is(at, '>') && tokens.is(at - 1, ';');
}

/** `<;> [simp, skip]` contains a tactic for each goal; any other list contains terms. */
function opensTactics(tokens: Tokens, opening: number): boolean {
  return tokens.is(opening, '[') && endsAndThen(tokens, opening - 1);
}

function isFocusDot(tokens: Tokens, at: number): boolean {
  if (tokens.is(at, '·')) return true;
  return tokens.is(at, '.') && tokens.flag(at, LINE_FIRST) && tokens.flag(at + 1, SPACED);
}

/** After `open Foo in` and similar, the answer is the same as for `open`; any other `in` belongs to a term. */
function placeOfIn(tokens: Tokens, at: number, from: number): Answer {
  for (let k = at - 1; k >= from && !tokens.is(k, 'in'); k--)
    if (tokens.is(k, 'open') || tokens.is(k, 'set_option')) return k;
  return false;
}

/** The previous statement of the same block: the nearest in the same column, with nothing further left in between. */
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

/** The column of a `|` that begins a line; otherwise infinity. */
const armColumn = (tokens: Tokens, bar: number): number =>
  tokens.flag(bar, LINE_FIRST) ? tokens.column(bar) : Infinity;

function isHead(tokens: Tokens, at: number): boolean {
  const word = tokens.word(at);
  // As a pattern, `intro` is a constructor.
  if (word === 'intro') return tokens.is(at + 1, '|') && !tokens.is(at - 1, '|') && !tokens.is(at - 1, '.');
  return word === 'match' || TACTIC_HEADS.has(word) || TERM_HEADS.has(word);
}

/** Column of the first token on the line of `at`. Searched from the start of the line: a line may be as long as the file. */
function lineIndent(tokens: Tokens, at: number): number {
  const begin = tokens.lineStart(tokens.line(at));
  let first = lowerBound(at, (k) => tokens.start(k) >= begin);
  // After a multi-line string that ends on this line, the line on which the string began counts.
  while (first > 0 && !tokens.flag(first, LINE_FIRST)) first--;
  return tokens.column(first);
}
