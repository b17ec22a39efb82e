/** Translates multiplicative notation to additive: `*`, `1`, `⁻¹`, `/`, `^`, `∏`, `•`, arrows of homomorphisms. */
import { wordSet, words, wordTable } from '../../base/words.ts';
import {
  byFirstCharacter,
  changePieces,
  type Group,
  isGroup,
  isLeaf,
  isOneOf,
  isText,
  type Item,
  parenthesise,
  replaceSymbol,
  respace,
  symbol,
  together,
} from './statement-tree.ts';

const SYMBOLS = wordTable(`
  * +, / -, • +ᵥ, ∏ ∑, ∏ᶠ ∑ᶠ, →* →+, →ₙ* →ₙ+, →ₜ* →ₜ+, ≃* ≃+, ≃ₜ* ≃ₜ+, →*o →+o, ≃*o ≃+o, ᵐᵒᵖ ᵃᵒᵖ, ᵈᵐᵃ ᵈᵃᵃ, ⋆ₘ ⋆, ∗ₘ ∗,
  ⁺ᵐ ⁺, ⁻ᵐ ⁻, |ₘ |, /ₘ -ᵥ`);
const INVERSE = '⁻¹';
const UNITS = 'ˣ';

/** Compound symbols kept as one token so that their parts are not read as the operators above. */
const UNTOUCHED = ["⁻¹'", '⁻¹ᵁ', '→+*', '≃+*', '→*₀', '≃*₀', '*ᵥ', '⬝', '→⋆', '*₀', '→ₐ', "''"];

export const additiveSymbols = byFirstCharacter(
  [...SYMBOLS.keys(), INVERSE, ...UNTOUCHED].filter((one) => one.length > 1),
);

/** Symbols that end the operand of a power or of a big operator. */
const WEAK = wordSet(
  '= ≠ ≤ < ≥ > ∈ ∉ ∣ ⊆ ⊂ → ↔ ∧ ∨ ¬ , : := ↦ => | ; ∃ ∀ <| $ ∩ ∪ \\ ≡ ≈ ≃+ →+ × ⊔ ⊓ fun λ ∘ ≅ ⟶ ⧸ by if then else',
);
const OPERATORS = new Set([...WEAK, ...words('* / + - ^ • +ᵥ ∏ ∑ ∏ᶠ ∑ᶠ ×ˢ % ∑ᶠ ⬝ -ᵥ ≃* →* ≃ₜ* →ₜ* →ₙ* ∗')]);
const RELATIONS = new Set(['=', '≠', '≤', '<', '≥', '>', '∣']);

interface Scope {
  fixed: ReadonlySet<string>;
  /** Functions of numbers. */
  sequences: ReadonlySet<string>;
}

export function toAdditiveStatement(items: Item[], scope: Scope): Item[] {
  return translateList(items, scope);
}

const isOperator = (item: Item | undefined): boolean => isOneOf(item, OPERATORS);
const isWeak = (item: Item): boolean => isOneOf(item, WEAK);

function isFixed(item: Item | undefined, scope: Scope): boolean {
  if (isLeaf(item)) return scope.fixed.has(item.text) || (item.kind === 'number' && item.text !== '1');
  if (!isGroup(item)) return false;
  const [first, colon] = item.items;
  return scope.fixed.has(isLeaf(first) ? first.text : '') || (isText(colon, ':') && isNumberType(item.items[2]));
}

const isNumberType = (item: Item | undefined): boolean => isLeaf(item) && /^[ℕℤℚℝℂ]$/.test(item.text);

function translateList(items: readonly Item[], scope: Scope): Item[] {
  // `(1 : ℕ)` and similar terms are numbers.
  if (isText(items[1], ':') && isNumberType(items[2]) && items.length === 3) return [...items];
  let bigOperator = -1;
  return changePieces(items, isWeak, (piece, i, { pieces, separators }) => {
    const translated = translatePiece(piece, { scope, before: separators[i - 1], after: separators[i], pieces, at: i });
    const opensBody = bigOperator === i - 1 && isText(separators[i - 1], ',') && i > 0;
    const holdsBig = piece.some((item) => isText(item, '∏') || isText(item, '∏ᶠ'));
    if (holdsBig || (bigOperator === i - 1 && i > 0 && !isText(separators[i - 1], ','))) bigOperator = i;
    // `∏ i, f i * g i` is one product; `∑ i, f i + g i` is not one sum.
    const isSum = opensBody && translated.some((item) => isText(item, '+') || isText(item, '-'));
    return isSum ? [parenthesise(translated)] : translated;
  });
}

interface PieceScope {
  scope: Scope;
  before: Item | undefined;
  after: Item | undefined;
  pieces: readonly Item[][];
  at: number;
}

/** A run between weak operators: translates powers first, then inverses, then the remaining symbols. */
function translatePiece(piece: readonly Item[], around: PieceScope): Item[] {
  const { scope } = around;
  if (piece.length === 1 && isText(piece[0], '1')) {
    const isCompared =
      (isOneOf(around.before, RELATIONS) && isFixed(around.pieces[around.at - 1]?.at(-1), scope)) ||
      (isOneOf(around.after, RELATIONS) && isFixed(around.pieces[around.at + 1]?.[0], scope));
    if (isCompared) return [...piece];
  }
  const result: Item[] = [];
  let at = 0;
  // Whether the operand to the left of the next operator is a number variable without a power.
  let isNumberBefore = false;
  while (at < piece.length) {
    const start = at;
    while (at < piece.length && !isOperator(piece[at])) at++;
    let operand: Item[] = translateOperand(piece.slice(start, at), scope, isNumberArithmetic(piece, start, at));
    isNumberBefore = at === start + 1 && isFixed(piece[start], scope);
    // Powers are right-associative; the exponent is a number and is not translated.
    if (isText(piece[at], '^') && operand.length > 0) {
      const exponent: Item[] = [];
      at++;
      while (
        at < piece.length &&
        (!isOperator(piece[at]) || isText(piece[at], '^') || (isText(piece[at], '-') && exponent.length === 0))
      ) {
        exponent.push(piece[at++]!);
      }
      operand = isNumberBefore ? piece.slice(start, at) : power(operand, exponent);
    }
    result.push(...operand);
    const operator = piece[at];
    if (operator !== undefined) {
      const isNumberAfter = isFixed(piece[at + 1], scope) && (at + 2 >= piece.length || isArithmetic(piece[at + 2]));
      const stays = isArithmetic(operator) && (isNumberBefore || isNumberAfter);
      result.push(stays ? operator : translateSymbol(operator));
      at++;
    }
  }
  return result;
}

const isArithmetic = (item: Item | undefined): boolean =>
  isLeaf(item) && (item.text === '*' || item.text === '/' || item.text === '•');

/** `1` next to `+` or `-` in a multiplicative statement is a number. */
function isNumberArithmetic(piece: readonly Item[], start: number, end: number): boolean {
  return [piece[start - 1], piece[end]].some((item) => isText(item, '+') || isText(item, '-'));
}

function power(base: readonly Item[], exponent: readonly Item[]): Item[] {
  const spaced = base[0]?.spaced ?? true;
  const scalar =
    exponent.length === 1 || exponent.every((item) => !isOperator(item)) ? exponent : [parenthesise([...exponent])];
  const isNegative = isText(base[0], '-');
  return [...respace(scalar, spaced), symbol('•'), ...(isNegative ? [parenthesise([...base])] : respace(base, true))];
}

const translateSymbol = (item: Item): Item => replaceSymbol(item, SYMBOLS);

/** An application: its atoms with their postfix symbols. */
function translateOperand(items: readonly Item[], scope: Scope, isNumber: boolean): Item[] {
  const result: Item[] = [];
  const [head] = items;
  const hasNumbers = isNumber || (isLeaf(head) && scope.sequences.has(head.text));
  for (const item of items) {
    const last = result.at(-1);
    if (isText(item, INVERSE) && last !== undefined) {
      result.pop();
      result.push(negated(last));
    } else if (isText(item, UNITS) && !item.spaced && last !== undefined) {
      result.pop();
      const units: Item = { kind: 'identifier', text: 'AddUnits', spaced: false };
      result.push(parenthesise([units, { ...last, spaced: true }], last.spaced));
    } else if (isGroup(item)) result.push(translateGroup(item, scope));
    else result.push(isText(item, '1') && !hasNumbers ? { ...item, text: '0' } : translateSymbol(item));
  }
  if (result.length === 1 && isGroup(result[0]) && result[0].open === '' && result[0].close === '')
    return result[0].items;
  return result.map((item) => (isGroup(item) && item.open === '' ? { ...item, open: '(', close: ')' } : item));
}

/** Without brackets until the context decides: alone `-x`, as an argument `(-x)`. */
const negated = (item: Item): Group => together([symbol('-', item.spaced), { ...item, spaced: false }], item.spaced);

function translateGroup(group: Group, scope: Scope): Group {
  return { ...group, items: translateList(group.items, scope) };
}
