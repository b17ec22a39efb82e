/** Statements of related lemmas if the text of the source statement determines them; otherwise empty. */
import { wordSet, wordTable } from '../../base/words.ts';
import {
  cut,
  isGroup,
  isLeaf,
  isOneOf,
  isText,
  type Item,
  parenthesise,
  readStatement,
  replaceSymbol,
  respace,
  writeStatement,
} from './statement-tree.ts';

const NO_SYMBOLS: ReadonlyMap<string, readonly string[]> = new Map([['≪', ['≪≫']]]);

/** Operators weaker than composition: a side that contains one is bracketed before it is composed. */
const WEAKER = wordSet('+ - * ⊗ • ∘ ≃ ∑ if fun λ by let ⊞ ⊕ × ⊔ ⊓ <| $ ▸');

interface Parts {
  /** Binders before the colon. */
  binders: Item[];
  /** The part of the type before the equation: `∀ x,` or hypotheses with their arrows. */
  lead: Item[];
  left: Item[];
  right: Item[];
}

/** Splits a statement that ends in one equation. */
function splitEquation(type: string): Parts | null {
  const items = readStatement(type, NO_SYMBOLS);
  const colon = items.findIndex((item) => isText(item, ':'));
  if (colon < 0) return null;
  const conclusion = items.slice(colon + 1);
  let start = 0;
  conclusion.forEach((item, i) => {
    if (isText(item, ',') || isText(item, '→')) start = i + 1;
  });
  const sides = cut(conclusion.slice(start), (item) => isText(item, '='));
  if (sides.pieces.length !== 2 || conclusion.some((item) => isText(item, '↔') || isText(item, '∧'))) return null;
  const [left = [], right = []] = sides.pieces;
  return left.length === 0 || right.length === 0
    ? null
    : { binders: items.slice(0, colon), lead: conclusion.slice(0, start), left, right };
}

/** `f ≫ g = k` becomes `f ≫ g ≫ h = k ≫ h`, right-associated and without identities, as Mathlib states it. */
export function reassocStatement(type: string): string {
  const parts = splitEquation(type);
  if (parts === null) return '';
  const { binders, lead, left, right } = parts;
  const isIso = [...left, ...right].some((item) => isText(item, '≪≫'));
  const composition = isIso ? '≪≫' : '≫';
  const last = type.includes('(h ') || type.includes(' h ') ? "h'" : 'h';
  const compose = (side: readonly Item[]): string => {
    const links = linksOf(side, composition).map((link) => writeStatement(link));
    return [...links, last].join(` ${composition} `);
  };
  const object = /(?<![.\w])Z(?![.\w'])/.test(type) ? "Z'" : 'Z';
  const arrow = isIso ? '≅' : '⟶';
  const before = binders.length === 0 ? '' : `${writeStatement(binders)} `;
  const quantified = lead.length === 0 ? '' : `${writeStatement(lead)} `;
  return `${before}{${object} : _} (${last} : _ ${arrow} ${object}) : ${quantified}${compose(left)} = ${compose(right)}`;
}

/** The factors of a composition, without brackets around nested compositions and without identities. */
function linksOf(side: readonly Item[], composition: string): Item[][] {
  if (side.some((item) => isOneOf(item, WEAKER))) return [[parenthesise(respace(side, false))]];
  return cut(side, (item) => isText(item, composition)).pieces.flatMap((link) => {
    const [only] = link;
    if (link.length === 2 && isText(only, '𝟙')) return [];
    const isBracketed = link.length === 1 && isGroup(only) && only.open === '(';
    const isComposition =
      isBracketed &&
      only.items.some((item) => isText(item, composition)) &&
      !only.items.some((item) => isText(item, ':'));
    return isComposition ? linksOf(only.items, composition) : [link];
  });
}

/** `(h : ∀ x, f x = g x) : f = g` becomes `: f = g ↔ ∀ x, f x = g x`. */
export function extIffStatement(type: string): string {
  const parts = splitEquation(type);
  if (parts === null) return '';
  const { binders, lead, left, right } = parts;
  const hypotheses: Item[][] = [];
  const remaining = [...binders];
  const isName = (side: readonly Item[]): boolean =>
    side.length === 1 && isLeaf(side[0]) && side[0].kind === 'identifier';
  if (!isName(left) || !isName(right)) return '';
  // The last explicit arguments are hypotheses unless they bind a side of the equation.
  for (let group = remaining.at(-1); isGroup(group) && group.open === '('; group = remaining.at(-1)) {
    const { pieces } = cut(group.items, (item) => isText(item, ':'));
    const [names = [], first = []] = pieces;
    if (names.some((name) => isText(name, writeStatement(left)) || isText(name, writeStatement(right)))) break;
    if (names.length !== 1 || first.length === 0) return '';
    hypotheses.unshift(group.items.slice(names.length + 1));
    remaining.pop();
  }
  for (const piece of cut(lead, (item) => isText(item, '→')).pieces) {
    if (piece.some((item) => isText(item, ','))) return '';
    if (piece.length > 0) hypotheses.push(piece.length === 1 && isGroup(piece[0]) ? piece[0].items : piece);
  }
  if (hypotheses.length === 0) return '';
  const before = remaining.length === 0 ? '' : `${writeStatement(remaining)} `;
  const conjunction = hypotheses.length === 1 ? writeStatement(hypotheses[0]!) : hypotheses.map(conjunct).join(' ∧ ');
  return `${before}: ${writeStatement(left)} = ${writeStatement(right)} ↔ ${conjunction}`;
}

/** Brackets a quantified statement; otherwise the text after it would belong to it. */
function conjunct(items: readonly Item[]): string {
  const text = writeStatement(items);
  return isText(items[0], '∀') || isText(items[0], '∃') ? `(${text})` : text;
}

const SET_NOTATION = wordTable('≤ ⊆, < ⊂, ≥ ⊇, > ⊃, ⊓ ∩, ⊔ ∪, ⨅ ⋂, ⨆ ⋃');

export function setNotationStatement(type: string): string {
  const translate = (items: readonly Item[]): Item[] =>
    items.map((item) => {
      if (isGroup(item)) return { ...item, items: translate(item.items) };
      return replaceSymbol(item, SET_NOTATION);
    });
  return writeStatement(translate(readStatement(type, NO_SYMBOLS)));
}
