/** Translates order and category notation to its dual: swaps the sides of `≤` and `⟶`, `⊔` with `⊓`, factors of `≫`. */
import { wordSet, words, wordTable } from '../../base/words.ts';
import {
  byFirstCharacter,
  changePieces,
  cut,
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

const SYMBOLS = wordTable('⊔ ⊓, ⊓ ⊔, ⊤ ⊥, ⊥ ⊤, ⨆ ⨅, ⨅ ⨆, ⨆₀ ⨅₀, ⨅₀ ⨆₀, ⇨ \\');
const FLIPPED: Record<string, string> = { '≤': '≥', '<': '>', '≥': '≤', '>': '<' };
/** Operators whose sides are swapped, weakest first: a statement is split at them in this order. */
const SWAPPED = [new Set(['⟶', '⟹']), new Set(['≤', '<', '≥', '>', '⋖', '⩿']), new Set(['⇨'])];

/** Intervals with two ends, which are swapped. */
const INTERVAL = /(?:^|\.)(?:I[co][co]|uIcc|uIoc|uIoo)$/;

/** Compound symbols kept as one token so that their parts are not read as relations. */
export const dualSymbols = byFirstCharacter(words('<|> <| <$> <;> |> => >>= <+: <:+ ≤ᵐ ≤ᶠ <ᶠ ≪≫ ≥0 ≥0∞ ⨆₀ ⨅₀'));

/** Symbols that separate the places where a relation may occur. */
const BOUNDARIES = wordSet('→ ↔ ∧ ∨ , : := ↦ => ; | <| $ ¬ ∀ ∃ ∃! fun λ by if then else Σ');
const BINDERS = new Set(['∀', '∃', '∃!']);
const BIG_OPERATORS = new Set(['⨆', '⨅', '⋃', '⋂', '∑', '∏', '⨆₀', '⨅₀']);
/** The body of a big operator also ends at these: `⨆ i, f i ≤ a` is a relation. */
const RELATIONS = new Set(['=', '≠', '≤', '<', '≥', '>', '∈', '∉', '⊆', '⊂', '≃', '≅', '⋖', '⩿', '∣']);
const SUP_OR_RELATION = new Set(['⊔', ...RELATIONS]);
/** Operators weaker than composition, which end a chain of `≫`. */
const WEAKER_THAN_COMPOSITION = new Set(['=', '≠', '≅', '⟶', '+', '-', '∈', '≤', '<', '⊔', '⊓']);

/** `fixed`: variables of number types; the order between them is not reversed. */
export function toDualStatement(items: readonly Item[], fixed: ReadonlySet<string>): Item[] {
  return translatePieces(bundle(items), BOUNDARIES, (piece, i, { separators }) => {
    const isBinder = isOneOf(separators[i - 1], BINDERS) && isText(separators[i], ',');
    return translatePiece(piece, isBinder, fixed);
  });
}

const translatePieces = (
  items: readonly Item[],
  separators: ReadonlySet<string>,
  translate: Parameters<typeof changePieces>[2],
): Item[] => changePieces(items, (item) => isOneOf(item, separators), translate, translateSymbol);

/** Groups each big operator with its binder and body into one item with empty brackets. */
function bundle(items: readonly Item[]): Item[] {
  const start = items.findIndex((item) => isOneOf(item, BIG_OPERATORS));
  if (start < 0) return [...items];
  const comma = items.findIndex((item, i) => i > start && isText(item, ','));
  if (comma < 0) return [...items];
  let end = comma + 1;
  while (end < items.length && !isOneOf(items[end], BOUNDARIES) && !isOneOf(items[end], RELATIONS)) {
    // The binder of a nested big operator: `⨅ n, ⨆ i ≥ n, f i`.
    const from = end;
    const inner = isOneOf(items[end], BIG_OPERATORS) ? items.findIndex((item, i) => i > from && isText(item, ',')) : -1;
    end = Math.max(inner, end) + 1;
  }
  const group = together(items.slice(start, end), items[start]!.spaced);
  return [...items.slice(0, start), group, ...bundle(items.slice(end))];
}

function translateBig(items: readonly Item[], fixed: ReadonlySet<string>): Item[] {
  const comma = items.findIndex((item) => isText(item, ','));
  const [operator, ...binder] = items.slice(0, comma);
  return [
    translateSymbol(operator!),
    ...translatePiece(binder, true, fixed),
    items[comma]!,
    ...toDualStatement(items.slice(comma + 1), fixed),
  ];
}

const translateSymbol = (item: Item): Item => replaceSymbol(item, SYMBOLS);

function translatePiece(piece: readonly Item[], isBinder: boolean, fixed: ReadonlySet<string>): Item[] {
  const level = SWAPPED.find((symbols) => piece.some((item) => isOneOf(item, symbols)));
  if (level === undefined) return translateChains(piece, fixed);
  const at = piece.findIndex((item) => isOneOf(item, level));
  const relation = piece[at]!;
  const left = translatePiece(piece.slice(0, at), false, fixed);
  const right = translatePiece(piece.slice(at + 1), false, fixed);
  if (!isLeaf(relation) || isNumber(left, fixed) || isNumber(right, fixed)) return [...left, relation, ...right];
  const isSection =
    left.length === 0 || right.length === 0 || (isText(left[0], '·') && isText(right[0], '·') && piece.length === 3);
  // `∀ x ≤ a,` bounds x and `𝓝[≤] a` names a side: there the symbol itself is reversed.
  if (isBinder || isSection) {
    return [...left, { ...relation, text: FLIPPED[relation.text] ?? relation.text }, ...right];
  }
  return [...respace(right, left[0]?.spaced ?? true), translateSymbol(relation), ...respace(left, true)];
}

function isNumber(side: readonly Item[], fixed: ReadonlySet<string>): boolean {
  const [only] = side;
  return side.length === 1 && isLeaf(only) && fixed.has(only.text);
}

/** Composition groups to the right, so the dual of `f ≫ g ≫ h` groups to the left: `(h ≫ g) ≫ f`. */
function translateChains(items: readonly Item[], fixed: ReadonlySet<string>): Item[] {
  if (!items.some((item) => isText(item, '≫'))) return translateLattice(items, fixed);
  return translatePieces(items, WEAKER_THAN_COMPOSITION, (piece) => {
    const links = cut(piece, (item) => isText(item, '≫')).pieces.map((link) => translateOperand(link, fixed));
    const spaced = piece[0]?.spaced ?? true;
    return links.length === 1 ? links[0]! : respace(reversed(links), spaced);
  });
}

/** `⊓` binds tighter than `⊔`, so the dual of `a ⊓ b ⊔ c` needs brackets: `(a ⊔ b) ⊓ c`. */
function translateLattice(items: readonly Item[], fixed: ReadonlySet<string>): Item[] {
  const isMixed = ['⊓', '⊔'].every((operator) => items.some((item) => isText(item, operator)));
  if (!isMixed) return translateOperand(items, fixed);
  return translatePieces(items, SUP_OR_RELATION, (piece, i, { separators }) => {
    const isAlone = ![separators[i - 1], separators[i]].some((separator) => isText(separator, '⊔'));
    const translated = translateOperand(piece, fixed);
    const needsBrackets = !isAlone && piece.some((item) => isText(item, '⊓'));
    return needsBrackets ? [parenthesise(translated, piece[0]?.spaced ?? true)] : translated;
  });
}

function reversed(links: readonly Item[][]): Item[] {
  const [first = [], ...rest] = links;
  if (rest.length === 0) return first;
  const head = rest.length === 1 ? respace(rest[0]!, true) : [parenthesise(reversed(rest))];
  return [...head, symbol('≫'), ...respace(first, true)];
}

function translateOperand(items: readonly Item[], fixed: ReadonlySet<string>): Item[] {
  const result = items.map((item) => {
    if (!isGroup(item)) return translateSymbol(item);
    return { ...item, items: item.open === '' ? translateBig(item.items, fixed) : toDualStatement(item.items, fixed) };
  });
  for (let i = 0; i + 2 < result.length; i++) {
    const item = result[i];
    if (!isLeaf(item) || item.isTranslated !== true || !INTERVAL.test(item.text)) continue;
    const [low, high] = [result[i + 1]!, result[i + 2]!];
    if (isLeaf(low) && low.kind === 'symbol' && low.text !== '⊥' && low.text !== '⊤') continue;
    result[i + 1] = { ...high, spaced: true };
    result[i + 2] = { ...low, spaced: true };
  }
  return result;
}
