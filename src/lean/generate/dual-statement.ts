/** Order and category notation to its dual: sides of `≤` and `⟶` change places, `⊔` becomes `⊓`, compositions turn round. */
import {
  byFirstCharacter,
  cut,
  isGroup,
  isLeaf,
  isOneOf,
  isText,
  type Item,
  parenthesise,
  respace,
  symbol,
} from './statement-tree.ts';

const SYMBOLS: Record<string, string> = {
  '⊔': '⊓',
  '⊓': '⊔',
  '⊤': '⊥',
  '⊥': '⊤',
  '⨆': '⨅',
  '⨅': '⨆',
  '⨆₀': '⨅₀',
  '⨅₀': '⨆₀',
};
const FLIPPED: Record<string, string> = { '≤': '≥', '<': '>', '≥': '≤', '>': '<' };
const SWAPPED = new Set(['≤', '<', '≥', '>', '⋖', '⩿', '⟶', '⟹', '⇨']);

/** Intervals with two ends: the ends change places. */
const INTERVAL = /(?:^|\.)(?:I[co][co]|uIcc|uIoc|uIoo)$/;

/** Kept whole, so that their parts are not taken for relations. */
export const dualSymbols = byFirstCharacter([
  '<|>',
  '<|',
  '<$>',
  '<;>',
  '|>',
  '=>',
  '>>=',
  '<+:',
  '<:+',
  '≤ᵐ',
  '≤ᶠ',
  '<ᶠ',
  '≪≫',
  '≥0',
  '≥0∞',
  '⨆₀',
  '⨅₀',
]);

/** What separates the places where a relation can stand. */
const BOUNDARIES = new Set([
  '→',
  '↔',
  '∧',
  '∨',
  ',',
  ':',
  ':=',
  '↦',
  '=>',
  ';',
  '|',
  '<|',
  '$',
  '¬',
  '∀',
  '∃',
  '∃!',
  'fun',
  'λ',
  'by',
  'if',
  'then',
  'else',
  'Σ',
]);
const BINDERS = new Set(['∀', '∃', '∃!']);
const BIG_OPERATORS = new Set(['⨆', '⨅', '⋃', '⋂', '∑', '∏', '⨆₀', '⨅₀']);
/** The body of a big operator ends at these, too: `⨆ i, f i ≤ a` is a relation. */
const RELATIONS = new Set(['=', '≠', '≤', '<', '≥', '>', '∈', '∉', '⊆', '⊂', '≃', '≅', '⋖', '⩿', '∣']);
/** Operators weaker than composition, which end a chain of `≫`. */
const WEAKER_THAN_COMPOSITION = new Set(['=', '≠', '≅', '⟶', '+', '-', '∈', '≤', '<', '⊔', '⊓']);

export function toDualStatement(items: readonly Item[]): Item[] {
  const { pieces, separators } = cut(bundle(items), (item) => isOneOf(item, BOUNDARIES));
  const result: Item[] = [];
  pieces.forEach((piece, i) => {
    const before = separators[i - 1];
    const isBinder = isOneOf(before, BINDERS) && isText(separators[i], ',');
    result.push(...translatePiece(piece, isBinder));
    const separator = separators[i];
    if (separator !== undefined) result.push(translateSymbol(separator));
  });
  return result;
}

/** Puts each big operator with its binder and body into one item with empty brackets. */
function bundle(items: readonly Item[]): Item[] {
  const start = items.findIndex((item) => isOneOf(item, BIG_OPERATORS));
  if (start < 0) return [...items];
  const comma = items.findIndex((item, i) => i > start && isText(item, ','));
  if (comma < 0) return [...items];
  const isEnd = (item: Item): boolean => isOneOf(item, BOUNDARIES) || isOneOf(item, RELATIONS);
  let end = items.findIndex((item, i) => i > comma && isEnd(item));
  if (end < 0) end = items.length;
  const group: Item = {
    kind: 'group',
    open: '',
    close: '',
    items: items.slice(start, end),
    spaced: items[start]!.spaced,
  };
  return [...items.slice(0, start), group, ...bundle(items.slice(end))];
}

function translateBig(items: readonly Item[]): Item[] {
  const comma = items.findIndex((item) => isText(item, ','));
  const [operator, ...binder] = items.slice(0, comma);
  return [
    translateSymbol(operator!),
    ...translatePiece(binder, true),
    items[comma]!,
    ...toDualStatement(items.slice(comma + 1)),
  ];
}

const translateSymbol = (item: Item): Item =>
  isLeaf(item) && item.kind === 'symbol' ? { ...item, text: SYMBOLS[item.text] ?? item.text } : item;

function translatePiece(piece: readonly Item[], isBinder: boolean): Item[] {
  const at = piece.findIndex((item) => isOneOf(item, SWAPPED));
  const relation = piece[at];
  if (!isLeaf(relation)) return translateChains(piece);
  const left = translateChains(piece.slice(0, at));
  const right = translatePiece(piece.slice(at + 1), false);
  const isSection =
    left.length === 0 || right.length === 0 || (isText(left[0], '·') && isText(right[0], '·') && piece.length === 3);
  // `∀ x ≤ a,` bounds x, `𝓝[≤] a` names a side: there the symbol itself turns.
  if (isBinder || isSection) {
    return [...left, { ...relation, text: FLIPPED[relation.text] ?? relation.text }, ...right];
  }
  return [...respace(right, left[0]?.spaced ?? true), relation, ...respace(left, true)];
}

/** Composition groups to the right, so the dual of `f ≫ g ≫ h` groups to the left: `(h ≫ g) ≫ f`. */
function translateChains(items: readonly Item[]): Item[] {
  if (!items.some((item) => isText(item, '≫'))) return translateOperand(items);
  const { pieces, separators } = cut(items, (item) => isOneOf(item, WEAKER_THAN_COMPOSITION));
  const result: Item[] = [];
  pieces.forEach((piece, i) => {
    const links = cut(piece, (item) => isText(item, '≫')).pieces.map(translateOperand);
    const spaced = piece[0]?.spaced ?? true;
    result.push(...(links.length === 1 ? links[0]! : respace(reversed(links), spaced)));
    const separator = separators[i];
    if (separator !== undefined) result.push(translateSymbol(separator));
  });
  return result;
}

function reversed(links: readonly Item[][]): Item[] {
  const [first = [], ...rest] = links;
  if (rest.length === 0) return first;
  const head = rest.length === 1 ? respace(rest[0]!, true) : [parenthesise(reversed(rest))];
  return [...head, symbol('≫'), ...respace(first, true)];
}

function translateOperand(items: readonly Item[]): Item[] {
  const result = items.map((item) => {
    if (!isGroup(item)) return translateSymbol(item);
    return { ...item, items: item.open === '' ? translateBig(item.items) : toDualStatement(item.items) };
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
