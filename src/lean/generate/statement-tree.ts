/** A statement's text as nested brackets, to be rearranged and written out again. It ignores precedences. */
import * as Char from '../characters.ts';

export interface Leaf {
  kind: 'identifier' | 'number' | 'symbol' | 'string';
  text: string;
  /** Whether white space precedes it. */
  spaced: boolean;
  /** Whether it is a constant that the translation knows, even if its name is unchanged. */
  isTranslated?: boolean;
}

export interface Group {
  kind: 'group';
  open: string;
  close: string;
  items: Item[];
  spaced: boolean;
}

export type Item = Leaf | Group;

export const isLeaf = (item: Item | undefined): item is Leaf => item !== undefined && item.kind !== 'group';
export const isGroup = (item: Item | undefined): item is Group => item !== undefined && item.kind === 'group';
export const isText = (item: Item | undefined, text: string): boolean =>
  item !== undefined && item.kind !== 'group' && item.text === text;

/** Length of the longest word, such as `else`, in the sets given to `isOneOf`: longer identifiers need no lookup. */
const LONGEST_WORD = 4;

export function isOneOf(item: Item | undefined, words: ReadonlySet<string>): item is Leaf {
  if (item === undefined || item.kind === 'group') return false;
  return (item.kind === 'symbol' || item.text.length <= LONGEST_WORD) && words.has(item.text);
}

const OPENING = '([{⟨⦃⟦';
const CLOSING = ')]}⟩⦄⟧';

/**
 * `symbols`: symbols of several characters, by first character, longest first; any other symbol is one character.
 * Unmatched brackets are kept. (The lexer for whole files gives the same words, but its setup costs more than reading a
 * line.)
 */
export function readStatement(text: string, symbols: ReadonlyMap<string, readonly string[]>): Item[] {
  const root: Item[] = [];
  const open: Group[] = [];
  let items = root;
  let spaced = false;
  let at = 0;
  while (at < text.length) {
    const bits = Char.CLASS[text.charCodeAt(at)]!;
    if (bits & Char.SPACE) {
      spaced = true;
      at++;
      continue;
    }
    const start = at;
    let kind: Leaf['kind'] = 'symbol';
    if (bits & Char.IDENTIFIER_START || Char.identifierStart(text, at) > 0 || text[at] === '«') {
      kind = 'identifier';
      at = endOfIdentifier(text, at);
    } else if (bits & Char.DIGIT) {
      kind = 'number';
      while (at < text.length && Char.CLASS[text.charCodeAt(at)]! & (Char.DIGIT | Char.IDENTIFIER_START)) at++;
    } else if (isProjection(text, at)) {
      // `.1` is no number: it is kept as one symbol.
      at++;
      while (at < text.length && Char.CLASS[text.charCodeAt(at)]! & Char.DIGIT) at++;
    } else if (text[at] === '"') {
      kind = 'string';
      at = endOfString(text, at);
    } else {
      const first = String.fromCodePoint(text.codePointAt(at)!);
      if (OPENING.includes(first)) {
        const group: Group = { kind: 'group', open: first, close: '', items: [], spaced };
        items.push(group);
        open.push(group);
        items = group.items;
        spaced = false;
        at++;
        continue;
      }
      const group = CLOSING.includes(first) ? open.pop() : undefined;
      if (group !== undefined) {
        group.close = first;
        items = open[open.length - 1]?.items ?? root;
        spaced = false;
        at++;
        continue;
      }
      const long = symbols.get(first)?.find((one) => text.startsWith(one, start));
      at += (long ?? first).length;
      const last = items[items.length - 1];
      if (first === '*' && !spaced && isLeaf(last) && last.kind === 'identifier' && endsWord(text, at)) {
        // `Type*`, `Category*`
        last.text += first;
        continue;
      }
    }
    items.push({ kind, text: text.slice(start, at), spaced });
    spaced = false;
  }
  return root;
}

/** Whether `.1` is here, directly after a term. */
function isProjection(text: string, at: number): boolean {
  const before = at === 0 ? Char.SPACE : Char.CLASS[text.charCodeAt(at - 1)]!;
  return (
    text[at] === '.' &&
    (Char.CLASS[text.charCodeAt(at + 1)]! & Char.DIGIT) !== 0 &&
    (before & Char.SPACE) === 0 &&
    text[at - 1] !== '.'
  );
}

/** Index after a dotted name; `(f x).y` starts a new one at `y`. */
function endOfIdentifier(text: string, start: number): number {
  let at = start;
  for (;;) {
    if (text[at] === '«') {
      const close = text.indexOf('»', at);
      at = close < 0 ? text.length : close + 1;
    } else {
      at += Char.identifierStart(text, at);
      for (let width = 1; width > 0; at += width) {
        width = Char.CLASS[text.charCodeAt(at)]! & Char.IDENTIFIER_REST ? 1 : Char.identifierRest(text, at);
      }
    }
    const isDotted = text[at] === '.' && (Char.identifierStart(text, at + 1) > 0 || text[at + 1] === '«');
    if (!isDotted) return at;
    at++;
  }
}

/** Index right after the string literal that starts at `start`. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || (Char.CLASS[text.charCodeAt(at)]! & Char.SPACE) > 0 || CLOSING.includes(text[at]!);
}

/** Symbols of several characters by their first, longest first, as `readStatement` expects them. */
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
  // Joined once: a string built by repeated appending keeps all its pieces in memory until it is read.
  const out: string[] = [];
  writeItems(items, out);
  return out.join('');
}

function writeItems(items: readonly Item[], out: string[]): void {
  items.forEach((item, i) => {
    if (i > 0 && item.spaced) out.push(' ');
    if (isLeaf(item)) out.push(item.text);
    else {
      out.push(item.open);
      writeItems(item.items, out);
      out.push(item.close);
    }
  });
}

export const symbol = (text: string, spaced = true): Leaf => ({ kind: 'symbol', text, spaced });

export function parenthesise(items: Item[], spaced = true): Group {
  return { kind: 'group', open: '(', close: ')', items, spaced };
}

/** A group without brackets, which keeps items together. */
export const together = (items: Item[], spaced: boolean): Group => ({
  ...parenthesise(items, spaced),
  open: '',
  close: '',
});

/** Sets or removes the space before the first item. */
export function respace(items: readonly Item[], spaced: boolean): Item[] {
  return items.map((item, i) => (i === 0 ? { ...item, spaced } : item));
}

/** The pieces between separators; one more than there are separators. */
interface Pieces {
  pieces: Item[][];
  separators: Item[];
}

/** Splits at every item for which `isSeparator` is true. */
export function cut(items: readonly Item[], isSeparator: (item: Item) => boolean): Pieces {
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

/** Splits at separators, changes each piece and each separator, and joins them again. */
export function changePieces(
  items: readonly Item[],
  isSeparator: (item: Item) => boolean,
  change: (piece: Item[], at: number, parts: Pieces) => Item[],
  changeSeparator: (separator: Item) => Item = (separator) => separator,
): Item[] {
  const parts = cut(items, isSeparator);
  return parts.pieces.flatMap((piece, at) => {
    const changed = change(piece, at, parts);
    const separator = parts.separators[at];
    return separator === undefined ? changed : [...changed, changeSeparator(separator)];
  });
}

/** A symbol with its translation in `table`; other items are unchanged. */
export const replaceSymbol = (item: Item, table: ReadonlyMap<string, string>): Item =>
  isLeaf(item) && item.kind === 'symbol' ? { ...item, text: table.get(item.text) ?? item.text } : item;
