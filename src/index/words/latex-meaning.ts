/** Meanings of the pieces of a formula from their neighbours: products, limits, quotients, intervals, sizes of sets. */
import { wordTable } from '../../base/words.ts';
import { intervalName } from './intervals.ts';
import { ARROWS } from './latex-commands.ts';
import type { Piece } from './latex-pieces.ts';

/** Whether two adjacent pieces are multiplied. */
export function isProduct(left: Piece, right: Piece, beforeLeft: Piece | undefined): boolean {
  switch (left.role) {
    case 'letter':
      if (right.role === 'bracket') return isMultiplied(left, right);
      return isFactor(right);
    case 'number':
      return isFactor(right) && right.role !== 'number';
    case 'bracket':
      if (left.source !== '(' || left.primes > 0) return false;
      return beforeLeft?.role === 'function' || beforeLeft?.role === 'big' ? false : isFactor(right);
    case 'command':
    case 'group':
      return isValue(left) && isFactor(right) && !(right.role === 'bracket' && left.source === 'mathcal');
    default:
      return false;
  }
}

function isFactor(piece: Piece): boolean {
  const { role, source } = piece;
  if (role === 'bracket') return source === '(' || source === '|';
  return role === 'letter' || role === 'number' || role === 'function' || isValue(piece);
}

const VALUE_COMMANDS = /^(?:[dtc]?frac|sqrt|[td]?binom|overline|bar|hat|tilde|vec|pi)$/;

function isValue({ role, source, parts }: Piece): boolean {
  if (role === 'group') return true;
  return role === 'command' && VALUE_COMMANDS.test(source) && !isDifferential(parts[0] ?? [], parts[1] ?? []);
}

/** `x (y + z)` is a product, `f(x + y)` and `x(t)` are not. */
function isMultiplied({ source, primes }: Piece, { source: open, parts }: Piece): boolean {
  if (open !== '(') return open === '|';
  return (
    primes === 0 &&
    /^[a-eijk-tx-z]$/.test(source) &&
    parts[0]!.some(({ role, source: sign }) => role === 'sign' && /^[-+]$/.test(sign))
  );
}

export function isUpper(piece: Piece | undefined): boolean {
  return piece?.role === 'letter' && /^\p{Lu}$/u.test(piece.source);
}

const OF_NUMBERS = wordTable('phi totient, varphi totient, mu moebius, sigma sigma divisors, Lambda mangoldt');

/** If a letter before such an argument is the name of a function: the function in words; otherwise ''. */
export function functionOf({ source, below }: Piece, argument: Piece | undefined): string {
  if (argument?.role !== 'bracket' || argument.source !== '(') return '';
  const [first, ...rest] = argument.parts[0]!;
  if (first === undefined || rest.length > 0) return '';
  if (source === 'Z' && isUpper(first)) return 'center';
  if ((source === 'C' || source === 'N') && below.length === 1 && isUpper(below[0]))
    return source === 'C' ? 'centralizer' : 'normalizer';
  const isNatural = first.role === 'number' || /^[nmdkp]$/.test(first.source);
  return isNatural ? (OF_NUMBERS.get(source) ?? '') : '';
}

/** A set, a space, a matrix: anything with a capital or its own font, and brackets around such things. */
export function isBigThing(piece: Piece | undefined): boolean {
  if (piece === undefined) return false;
  if (piece.role === 'bracket') return piece.parts[0]!.some(isBigThing);
  if (piece.role === 'group') return piece.parts[0]!.length > 0 && piece.parts[0]!.every(isBigThing);
  return isUpper(piece) || (piece.role === 'command' && /^math|^overline|^[RCNZQ]$|^bigcup|^bigcap/.test(piece.source));
}

export function sourceOf(pieces: readonly Piece[]): string {
  return pieces.map(({ source, parts, close }) => source + parts.map(sourceOf).join('') + close).join('');
}

/** `\frac{d}{dx}`, `\frac{\partial f}{\partial x}`. */
export function isDifferential(above: readonly Piece[], below: readonly Piece[]): boolean {
  const sign = above[0]?.source;
  return (sign === 'd' || sign === 'partial') && below[0]?.source === sign && below.length > 1;
}

/** The arrow of a limit points to a number or to infinity, or comes from a sequence; a colon marks a map. */
export function isLimit(at: number, all: readonly Piece[]): boolean {
  const target = all[at + 1]?.source === '-' || all[at + 1]?.source === '+' ? all[at + 2] : all[at + 1];
  if (target?.role === 'number' || target?.source === 'infty') return true;
  if (all.slice(0, at).some(({ source }) => source === ':' || source === 'colon')) return false;
  const from = all[at - 1];
  return from !== undefined && from.role === 'letter' && /^[nmk]$/.test(sourceOf(from.below));
}

/** Whether a group or ring can be divided by it: a subgroup, a kernel, a relation; for the integers also a number. */
export function isQuotient(divisor: Piece | undefined): boolean {
  return isBigThing(divisor) || /^(?:ker|sim|~|mathfrak)$/.test(divisor?.source ?? '');
}

/** Whether both sides contain a relation, so the sign joins statements and not elements. */
export function isConnective(at: number, all: readonly Piece[]): boolean {
  const joins = ({ source, role }: Piece): boolean =>
    role === 'comma' ||
    /^(?:wedge|vee|iff|implies|impliedby|(?:Long)?(?:left)?[rR]ightarrow)$/.test(source) ||
    ARROWS.get(source) === '⇒';
  const isStatement = (side: readonly Piece[]): boolean => {
    const end = side.findIndex(joins);
    return (end < 0 ? side : side.slice(0, end)).some(({ role }) => role === 'relation');
  };
  return isStatement(all.slice(at + 1)) && isStatement(all.slice(0, at).toReversed());
}

export function isBar({ role, source }: Piece): boolean {
  return role !== 'bracket' && (source === '|' || source === 'mid');
}

/** Whether bars around it count elements: a set or group by its letter, not the value of a random variable. */
export function isCounted(inner: readonly Piece[]): boolean {
  const first = inner[0];
  if (first === undefined) return false;
  if (first.role === 'function' || first.role === 'word') return /^[A-Z][a-z]{2}/.test(first.source);
  return inner.every(
    (piece) =>
      (isBigThing(piece) && piece.source !== 'F') ||
      piece.source === '{' ||
      /^(?:\/|(?:big)?c[au]p)$/.test(piece.source),
  );
}

/** The name of an interval, from two ends in brackets; round brackets are a pair unless a sign such as `∈` precedes. */
export function intervalOf(
  open: string,
  close: string,
  inner: readonly Piece[],
  before: Piece | undefined,
  isAlone: boolean,
): string | null {
  const commas = inner.filter(({ role }) => role === 'comma').length;
  if (commas !== 1 || inner.some((piece) => isUpper(piece) || piece.source === 'cdot')) return null;
  const brackets = open + close;
  if (brackets === '()' && !/^(?:in|subseteq|subset|∈)$/.test(before?.source ?? '')) return null;
  const isWithin = before === undefined ? isAlone : /^(?:in|subseteq|subset|∈|:|colon|times)$/.test(before.source);
  if (brackets === '[]' && !isWithin && inner.some(({ role }) => role === 'letter')) return '⁅';
  if (brackets === '[]' && before !== undefined && before.role !== 'relation' && before.role !== 'sign') return null;
  const comma = inner.findIndex(({ role }) => role === 'comma');
  const isInfinite = ({ source }: Piece): boolean => source === 'infty' || source === '∞';
  const above = inner.slice(comma).some(isInfinite);
  if (above && brackets === '[]') return 'ennreal';
  return intervalName(open, close, { below: inner.slice(0, comma).some(isInfinite), above });
}
