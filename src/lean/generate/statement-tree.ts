/** A statement's text as nested brackets, to be rearranged and written out again. It knows no precedences. */
import { tokenise } from '../lexer.ts';
import { IDENTIFIER, NUMBER, SPACED, SYMBOL } from '../tokens.ts';

export interface Leaf {
  text: string;
  kind: 'identifier' | 'number' | 'symbol' | 'other';
  /** White space stands before it. */
  spaced: boolean;
  /** A constant that the translation knows, also where its name stays. */
  isTranslated?: boolean;
}

export interface Group {
  open: string;
  close: string;
  items: Item[];
  spaced: boolean;
}

export type Item = Leaf | Group;

export const isLeaf = (item: Item | undefined): item is Leaf => item !== undefined && 'text' in item;
export const isGroup = (item: Item | undefined): item is Group => item !== undefined && 'items' in item;
export const isText = (item: Item | undefined, text: string): boolean => isLeaf(item) && item.text === text;

const KINDS = new Map<number, Leaf['kind']>([
  [IDENTIFIER, 'identifier'],
  [NUMBER, 'number'],
  [SYMBOL, 'symbol'],
]);

/**
 * `symbols` are those of several characters to be kept together, longest first by first character; the lexer gives
 * one character at a time. Brackets that do not match end up as they stand.
 */
export function readStatement(text: string, symbols: ReadonlyMap<string, readonly string[]>): Item[] {
  const tokens = tokenise(text, []);
  const root: Item[] = [];
  const stack: { group: Group | null; items: Item[] }[] = [{ group: null, items: root }];
  for (let at = 0; at < tokens.count; at++) {
    const spaced = tokens.flag(at, SPACED);
    const bracket = tokens.bracket(at);
    const top = stack[stack.length - 1]!;
    if (bracket > 0) {
      const group: Group = { open: tokens.word(at), close: '', items: [], spaced };
      top.items.push(group);
      stack.push({ group, items: group.items });
      continue;
    }
    if (bracket < 0 && top.group !== null) {
      top.group.close = tokens.word(at);
      stack.pop();
      continue;
    }
    let word = tokens.word(at);
    const last = top.items.at(-1);
    const closes = at + 1 >= tokens.count || tokens.flag(at + 1, SPACED) || tokens.bracket(at + 1) < 0;
    if (word === '*' && !spaced && closes && isLeaf(last) && last.kind === 'identifier') {
      // `Type*`, `Category*`
      last.text += word;
      continue;
    }
    const kind = KINDS.get(tokens.kind(at)) ?? 'other';
    if (kind === 'symbol') {
      const start = tokens.start(at);
      const long = symbols.get(word)?.find((symbol) => text.startsWith(symbol, start));
      if (long !== undefined) {
        word = long;
        while (at + 1 < tokens.count && tokens.start(at + 1) < start + long.length) at++;
      }
    }
    top.items.push({ text: word, kind, spaced });
  }
  return root;
}

/** Symbols of several characters by their first, longest first, as `readStatement` wants them. */
export function byFirstCharacter(symbols: readonly string[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const symbol of symbols) {
    const first = String.fromCodePoint(symbol.codePointAt(0)!);
    map.set(
      first,
      [...(map.get(first) ?? []), symbol].sort((a, b) => b.length - a.length),
    );
  }
  return map;
}

export function writeStatement(items: readonly Item[]): string {
  let out = '';
  items.forEach((item, i) => {
    if (i > 0 && item.spaced) out += ' ';
    out += isLeaf(item) ? item.text : item.open + writeStatement(item.items) + item.close;
  });
  return out;
}

export const symbol = (text: string, spaced = true): Leaf => ({ text, kind: 'symbol', spaced });

export function parenthesise(items: Item[], spaced = true): Group {
  return { open: '(', close: ')', items, spaced };
}

/** The items with the first one set off by a space or not. */
export function respace(items: readonly Item[], spaced: boolean): Item[] {
  return items.map((item, i) => (i === 0 ? { ...item, spaced } : item));
}

/** Cuts at every item that `isSeparator`; the separators are given beside the pieces. */
export function cut(
  items: readonly Item[],
  isSeparator: (item: Item) => boolean,
): { pieces: Item[][]; separators: Item[] } {
  const pieces: Item[][] = [[]];
  const separators: Item[] = [];
  for (const item of items) {
    if (isSeparator(item)) {
      separators.push(item);
      pieces.push([]);
    } else pieces[pieces.length - 1]!.push(item);
  }
  return { pieces, separators };
}
