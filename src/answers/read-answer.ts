/** Reads a normalized answer: which kind it is and what it consists of (kinds of specs/templates.md 5.3). */
import { wordSet } from '../base/words.ts';
import type { Answer, AnswerValue, Scalar } from './answer-kinds.ts';
import { halfLine, intersection, isHalfLine, REAL_LINE, withoutPoints } from './real-intervals.ts';
import { insideBrackets, latexTokens, splitAtTopLevel } from './latex-text.ts';
import {
  isSymbol,
  operands,
  operator,
  textOf,
  unknownsOf,
  hasInfiniteLiteral,
  hasOperator,
  type MathJson,
  type ParseLatex,
} from './math-json.ts';
import { decimalsOf, mixedNumber, numeral, withoutNumberWord, withoutUnit } from './read-scalar.ts';

/** Phrases that say the same as a formula. */
const PHRASES: Readonly<Record<string, string>> = {
  infinity: '\\infty',
  'negative infinity': '-\\infty',
  'no solution': '\\emptyset',
  'no solutions': '\\emptyset',
  'no real solution': '\\emptyset',
  'no real solutions': '\\emptyset',
  none: '\\emptyset',
  'empty set': '\\emptyset',
  'the empty set': '\\emptyset',
  'all real numbers': '\\mathbb{R}',
  'all reals': '\\mathbb{R}',
  reals: '\\mathbb{R}',
};
const SHORT_WORDS = wordSet('yes no odd even true false not and or the none dne up left mon tue wed thu fri sat sun');
const RELATIONS = new Set(['<', '>', '\\le', '\\ge', '\\neq']);
/** Functions that `evaluate` does not know in MathJSON, so their arguments stay unread. */
const UNREAD = new Set(['Error', 'LatexString']);
const DEEPEST = 8;

/** Reads one normalized answer. */
export function readAnswer(latex: string, parse: ParseLatex): Answer {
  return new Reader(parse).answer(latex, 0);
}

const answer = (value: AnswerValue, latex: string, name: string | null = null): Answer => ({ value, name, latex });

class Reader {
  readonly #parse: ParseLatex;

  constructor(parse: ParseLatex) {
    this.#parse = parse;
  }

  answer(latex: string, depth: number): Answer {
    if (latex === '' || depth > DEEPEST) return answer({ kind: 'unreadable' }, latex);
    const spoken = wordsOf(latex);
    if (spoken !== null) {
      const formula = PHRASES[spoken];
      return formula === undefined ? answer({ kind: 'text', words: spoken }, latex) : this.answer(formula, depth + 1);
    }
    return (
      this.#separated(latex, depth) ??
      this.#plusMinus(latex, depth) ??
      this.#relation(latex) ??
      this.#named(latex, depth) ??
      answer(this.#value(withoutLeadingWords(latex), depth), latex)
    );
  }

  /** `1, 2`, `x = 1 or x = 2`, `x < 1 or x > 2` */
  #separated(latex: string, depth: number): Answer | null {
    const marked = latex
      .replaceAll(/\\text\{\s*,?\s*(and|or)\s*\}/gu, ' \\$1 ')
      .replaceAll(/(?<![A-Za-z\\{])(and|or)(?![A-Za-z}])/gu, ' \\$1 ')
      .replaceAll(/\\(?:vee|wedge)(?![A-Za-z])/gu, (token) =>
        // `x < 1 \vee x > 2` is two answers, but `p \vee q` is a proposition.
        !HAS_RELATION.test(latex) ? token : token === '\\vee' ? ' \\or ' : ' \\and ',
      );
    const isSeparator = (token: string): boolean => [',', ';', '\\and', '\\or'].includes(token);
    const groups = splitAtTopLevel(marked, (token) => token === ';');
    const isGrouped = groups.length > 1 && groups.some((group) => splitAtTopLevel(group, isSeparator).length > 1);
    const parts = (isGrouped ? groups : splitAtTopLevel(marked, isSeparator)).filter((part) => part !== '');
    if (parts.length < 2 || parts.length > 100) return null;
    const items = parts.map((part) => this.answer(part, depth + 1));
    if (items.every(({ value }) => value.kind === 'interval' || value.kind === 'union')) {
      const [first, second] = items;
      const isBoth = marked.includes('\\and') && items.length === 2;
      const both = isBoth ? intersection(first!.value, second!.value) : null;
      if (isBoth && both === null && isHalfLine(first!.value) && isHalfLine(second!.value)) {
        return answer({ kind: 'unreadable' }, latex);
      }
      return answer(both ?? { kind: 'union', parts: items }, latex);
    }
    return answer({ kind: 'list', items }, latex);
  }

  /** `1 \pm \sqrt{2}` is two numbers; `\pm 1 \pm 2` is four, or two if the signs go together, which is ambiguous. */
  #plusMinus(latex: string, depth: number): Answer | null {
    const signs = latex.match(/\\(?:pm|mp)(?![A-Za-z])/gu);
    if (signs === null) return null;
    if (signs.length > 1 && !signs.includes('\\mp') && !/^[([]/u.test(latex))
      return answer({ kind: 'unreadable' }, latex);
    const withSigns = (plus: string, minus: string): string =>
      latex.replaceAll(/\\pm(?![A-Za-z])/gu, plus).replaceAll(/\\mp(?![A-Za-z])/gu, minus);
    const items = [withSigns('+', '-'), withSigns('-', '+')].map((part) => this.answer(part, depth + 1));
    return answer({ kind: 'list', items }, latex);
  }

  /** `x > 3`, `-2 < x \le 7`, `x \neq 2`, `2x + y \le 3` */
  #relation(latex: string): Answer | null {
    const signs: string[] = [];
    const parts = splitAtTopLevel(latex, (token) => RELATIONS.has(token) && signs.push(token) > 0);
    if (parts.length < 2 || parts.length > 3 || parts.includes('')) return null;
    const sides = parts.map((part) => this.#parse(part));
    if (sides.some((side) => side === null)) return null;
    const [left, right, last] = sides as MathJson[];
    if (last !== undefined) {
      const isUp = signs.every((sign) => sign === '<' || sign === '\\le');
      const isDown = signs.every((sign) => sign === '>' || sign === '\\ge');
      if (!(isSymbol(right!) || NAME.test(parts[1]!)) || !(isUp || isDown)) return null;
      const open = signs.map((sign) => sign === '<' || sign === '>');
      const [low, high] = isUp ? [left!, last] : [last, left!];
      const [isOpenLow, isOpenHigh] = isUp ? open : open.toReversed();
      return answer(
        { kind: 'interval', low, high, isOpenLow: isOpenLow!, isOpenHigh: isOpenHigh!, variable: compact(parts[1]!) },
        latex,
      );
    }
    const sign = signs[0]!;
    const isSolved = isSymbol(left!) && unknownsOf(right!).size === 0;
    const isSolvedRight = isSymbol(right!) && unknownsOf(left!).size === 0;
    if (isSolved) return answer(halfLine(left, sign, right!), latex);
    if (isSolvedRight) return answer(halfLine(right, MIRRORED[sign]!, left!), latex);
    const isUp = sign === '<' || sign === '\\le';
    const operatorName = sign === '\\neq' ? '≠' : sign === '<' || sign === '>' ? '<' : '≤';
    const [low, high] = isUp || sign === '\\neq' ? [left!, right!] : [right!, left!];
    return answer({ kind: 'relation', operator: operatorName, left: low, right: high }, latex);
  }

  /** `x = 5`, `f(x) = x^2`, `x \in [1, 2]`, `a = b = c` (which says c), or an equation. */
  #named(latex: string, depth: number): Answer | null {
    const [head, ...rest] = splitAtTopLevel(latex, (token) => NAME_SIGNS.has(token));
    if (rest.length === 0) return null;
    const parts = [head!, ...rest].filter((part) => part !== '');
    const isDirected = /\\(?:to|in)(?![A-Za-z])/u.test(latex);
    if (parts.length < 2) return this.answer(parts[0] ?? '', depth + 1);
    // `x = \\sqrt{2} \\approx 1.41`: the exact value counts.
    const exact = splitAtTopLevel(latex, (token) => token === '\\approx')[0]!;
    if (parts.length > 2 && exact !== latex.trim()) return { ...this.answer(exact, depth + 1), latex };
    const last = parts.at(-1)!;
    if (isDirected && SYMBOL.test(last)) return null;
    if (NAME.test(head!)) return { ...this.answer(last, depth + 1), name: compact(head!), latex };
    if (parts.length === 2 && SYMBOL.test(last) && !isDirected)
      return { ...this.answer(head!, depth + 1), name: compact(last), latex };
    const sides = parts.map((part) => this.#parse(part));
    const isChain = parts.length > 2 || /\\(?:approx|to)(?![A-Za-z])/u.test(latex);
    const [left, right] = sides;
    if (left === null || left === undefined || right === null || right === undefined) return null;
    if (isChain || (unknownsOf(left).size === 0 && unknownsOf(right).size === 0))
      return { ...this.answer(last, depth + 1), latex };
    return answer({ kind: 'relation', operator: '=', left, right }, latex);
  }

  #value(latex: string, depth: number): AnswerValue {
    return (
      this.#setOperation(latex, depth) ??
      this.#bracketed(latex, depth) ??
      numeral(latex) ??
      this.#ratio(latex) ??
      this.#residue(latex) ??
      this.#scalar(latex) ?? { kind: 'unreadable' }
    );
  }

  #setOperation(latex: string, depth: number): AnswerValue | null {
    const union = splitAtTopLevel(latex, (token) => token === '\\cup');
    if (union.length > 1) {
      const parts = union.map((part) => this.answer(part, depth + 1));
      const items = parts.flatMap(({ value }) => (value.kind === 'set' ? value.items : []));
      return parts.every(({ value }) => value.kind === 'set') ? { kind: 'set', items } : { kind: 'union', parts };
    }
    const [whole, removed, ...more] = splitAtTopLevel(latex, (token) => token === '\\setminus');
    if (removed !== undefined && more.length === 0 && whole === '\\mathbb{R}') return this.#without(removed, depth);
    if (latex === '\\mathbb{R}') return REAL_LINE;
    return latex === '\\emptyset' ? { kind: 'set', items: [] } : null;
  }

  /** `\mathbb{R} \setminus \{1, 2\}` as a union of intervals. */
  #without(removed: string, depth: number): AnswerValue | null {
    const points = this.answer(removed, depth + 1).value;
    if (points.kind !== 'set' || points.items.length === 0) return null;
    const ends = points.items.map(({ value }) => (value.kind === 'scalar' ? value.expression : null));
    return ends.includes(null) ? null : withoutPoints(ends as MathJson[]);
  }

  #bracketed(latex: string, depth: number): AnswerValue | null {
    const set = insideBrackets(latex, '\\{', '\\}') ?? insideBrackets(latex, '{', '}');
    if (set !== null) return this.#set(set, depth);
    const angle = insideBrackets(latex, '\\langle', '\\rangle');
    const opening = angle !== null ? '(' : latex[0]!;
    const closing = angle !== null ? ')' : latex.at(-1)!;
    const inner = angle ?? insideBrackets(latex, opening, closing);
    if (inner === null || !'([]'.includes(opening) || !')[]'.includes(closing)) return null;
    const parts = splitAtTopLevel(inner, (token) => token === ',' || token === ';');
    if (parts.includes('')) return null;
    if (parts.length === 1) return opening === '(' && closing === ')' ? this.answer(inner, depth + 1).value : null;
    const items = parts.map((part) => this.answer(part, depth + 1));
    const [low, high] = items.map(({ value }) => (value.kind === 'scalar' ? value.expression : null));
    const isInterval = opening + closing !== '()' && opening + closing !== '[]';
    if (!isInterval) return { kind: opening === '(' ? 'tuple' : 'brackets', items };
    if (items.length !== 2 || low === null || high === null) return null;
    return {
      kind: 'interval',
      low: low!,
      high: high!,
      isOpenLow: opening !== '[',
      isOpenHigh: closing !== ']',
      variable: null,
    };
  }

  #set(inner: string, depth: number): AnswerValue | null {
    const [element, condition, ...more] = splitAtTopLevel(inner, (token) => ['|', '\\mid', ':'].includes(token));
    if (
      condition !== undefined &&
      more.length === 0 &&
      /^[A-Za-z](?:\\in\s*\\mathbb\{R\})?$/u.test(compact(element!))
    ) {
      return this.answer(condition, depth + 1).value;
    }
    if (inner === '') return { kind: 'set', items: [] };
    const items = splitAtTopLevel(inner, (token) => token === ',' || token === ';').map((part) =>
      this.answer(part, depth + 1),
    );
    return { kind: 'set', items: items.flatMap((item) => (item.value.kind === 'list' ? item.value.items : [item])) };
  }

  #ratio(latex: string): AnswerValue | null {
    const parts = splitAtTopLevel(latex, (token) => token === ':');
    if (parts.length < 2 || parts.length > 4) return null;
    // A time of day is no ratio: 12:00 is not 1:00.
    if (/^\d{1,2}:\d\d$/u.test(latex)) return { kind: 'text', words: latex };
    const numbers = parts.map((part) => this.#expression(part));
    return numbers.includes(null) ? null : { kind: 'ratio', parts: numbers as MathJson[] };
  }

  /** `2 \pmod{5}` */
  #residue(latex: string): AnswerValue | null {
    const [, left, right] = /^(.+?)\(?\s*\\p?mod(?![A-Za-z])(.+?)\)?$/u.exec(latex) ?? [];
    if (left === undefined || right === undefined) return null;
    const [residue, modulus] = [this.#expression(left.trim()), this.#expression(right.trim())];
    return residue === null || modulus === null ? null : { kind: 'residue', residue, modulus };
  }

  #scalar(latex: string): Scalar | { kind: 'matrix'; rows: readonly (readonly MathJson[])[] } | null {
    const { latex: counted, factor } = withoutNumberWord(latex);
    const { number, unit } = withoutUnit(counted);
    const isPercent = /\\?%$/u.test(number) || unit === 'percent';
    const isDegrees = number.endsWith('^\\circ') || unit === 'degree';
    const bare = number.replace(/\\?%$|\^\\circ$/u, '').trim();
    // The parser takes what follows a percent sign for a comment.
    const expression = bare.includes('%') ? null : this.#expression(bare);
    if (expression === null) return null;
    const rows = matrixRows(expression);
    if (rows !== null) return factor === 1 ? { kind: 'matrix', rows } : null;
    return {
      kind: 'scalar',
      expression: factor === 1 ? expression : ['Multiply', expression, factor],
      unit: unit === 'percent' || unit === 'degree' ? null : unit,
      isPercent,
      isDegrees,
      decimals: factor === 1 ? decimalsOf(bare) : null,
    };
  }

  #expression(latex: string): MathJson | null {
    if (latex === '') return null;
    const { sign, whole, top, bottom } = mixedNumber(latex);
    if (top < bottom) {
      const value: MathJson = ['Add', whole, ['Divide', top, bottom]];
      return sign === '-' ? ['Negate', value] : value;
    }
    const expression = this.#parse(latex);
    const isUnread = expression === null || hasOperator(expression, UNREAD) || hasText(expression);
    return isUnread || hasFunctionCall(expression) || hasInfiniteLiteral(expression) ? null : expression;
  }
}

const HAS_RELATION = /[=<>]|\\(?:le|ge|neq|in|equiv)(?![A-Za-z])/u;
const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '\\le': '\\ge',
  '\\ge': '\\le',
  '\\neq': '\\neq',
};
const NAME_SIGNS = new Set(['=', '\\approx', '\\in', '\\to', '\\equiv']);
const SYMBOL = /^(?:[A-Za-z]|\\[A-Za-z]+)(?:_(?:\w|\{\w+\}))?'*$/u;
/** A name that may precede `=`. */
const NAMES = [
  // x, AB, x_1, f'(x), \angle ABC
  String.raw`(?:\\angle\s*)?[A-Za-z]{1,3}(?:_(?:\w|\{[\w,]+\}))?'*(?:\^\{-1\})?(?:\s*\([\w\s,\\+-]*\))?`,
  // \theta, \angle A, \sigma(n)
  String.raw`\\(?!frac|sqrt)[A-Za-z]+(?:_(?:\w|\{\w+\}))?(?:\s*[A-Z]{1,3}|\s*\(\w+\))?`,
  // (x, y)
  String.raw`\(\s*[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)*\s*\)`,
  // |AB|, \text{Area}, two words
  String.raw`\|\w+\||\\text\{[^{}]*\}(?:_\w+)?|[A-Za-z][a-z ]+`,
  // dy/dx, AB/CD, V_1:V_2
  String.raw`\\frac\{(?:d\w?\}\{d\w|[A-Z]{1,3}\}\{[A-Z]{1,3})\}|[A-Z](?:_\{?\w+\}?)?:[A-Z](?:_\{?\w+\}?)?`,
  String.raw`\\(?:sin|cos|tan)\s*\w`,
];
const NAME = new RegExp(`^(?:${NAMES.join('|')})$`, 'u');

const compact = (latex: string): string => latex.replaceAll(/\s+|\\text|[{}]/gu, '');

function hasText(expression: MathJson): boolean {
  return textOf(expression) !== null || operator(expression) === '__unit__' || operands(expression).some(hasText);
}

/** Whether it applies the function f, `f(x+1)`, which the parser reads as a product. */
function hasFunctionCall(expression: MathJson): boolean {
  const parts = operands(expression);
  const isCall = (part: MathJson, at: number): boolean => part === 'f' && operator(parts[at + 1] ?? 0) === 'Delimiter';
  return (
    (operator(expression) === 'InvisibleOperator' && parts.some(isCall)) ||
    operator(expression) === 'f' ||
    parts.some(hasFunctionCall)
  );
}

/** Words that change what the answer says: `\text{at most } 5` is not 5. */
const QUALIFIERS =
  /\b(?:not|no|never|at (?:most|least)|up to|(?:less|more|fewer|greater|smaller) than|between|above|below|over|under|about|except)\b/iu;

/** `\text{The matrix } M`: words before an answer say nothing, unless they qualify it. */
const withoutLeadingWords = (latex: string): string =>
  latex.replace(/^(?:\\text\{[^{}]*\}\s*)+(?=[^\s^_])/u, (words) => (QUALIFIERS.test(words) ? words : ''));

/** The words of an answer that is only words, in lower case; null if it has mathematics. */
function wordsOf(latex: string): string | null {
  const isMarked = /\\text\{/u.test(latex);
  const plain = latex
    .replaceAll(/\\text\{([^{}]*)\}/gu, ' $1 ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (!/^[\p{L}\s'’.,"!?()-]+$/u.test(plain) || !/\p{L}{2}/u.test(plain)) return null;
  const bare = plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\s-]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const parts = bare.split(/[\s-]/u);
  const hasWord = parts.some((part) => part.length > 3 || SHORT_WORDS.has(part));
  const isList = /,/u.test(plain) || parts.includes('and') || parts.includes('or');
  if (isList && parts.every((part) => part.length < 2 || part === 'and' || part === 'or')) return null;
  return isMarked || hasWord ? bare : null;
}

function matrixRows(expression: MathJson): MathJson[][] | null {
  if (operator(expression) !== 'Matrix') return null;
  const rows = operands(operands(expression)[0] ?? 0).map((row) => [...operands(row)]);
  return rows.length === 0 || rows.some((row) => row.length === 0) ? null : rows;
}

/**
 * An answer without spaces and marks of text: two answers that give the same are written the same. A space between
 * digits stays: `1 1/2` is not `11/2`.
 */
export function writtenForm(latex: string): string {
  const plain = latex.replaceAll(/\\text\{([^{}]*)\}/gu, ' $1 ').replaceAll(/(?<=\d)\s+(?=\d)/gu, '\u{a0}');
  return latexTokens(plain)
    .filter((token) => token === '\u{a0}' || token.trim() !== '')
    .join('');
}
