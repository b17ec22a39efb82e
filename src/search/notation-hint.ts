/** Hint for a query in words that has a library's own notation. */
import { ellipsis } from '../base/columns.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Notation } from '../lean/declaration.ts';
import { notationWords } from '../index/words/notation-words.ts';
import { SYMBOLS } from '../index/words/symbols.ts';

/** Symbols: not letters, digits, spaces, ASCII, or punctuation of prose. */
const SYMBOL = /[^\p{L}\p{M}\p{N}\p{Pd}\p{Pi}\p{Pf}\s\p{ASCII}…·•§°]+/gu;

/** Columns of a symbol in a hint. */
const MAX_SHOWN = 20;

/** Returns null if the word search knows all symbols of the query, by the symbol table or the index's notation. */
export function notationHint(index: LibraryIndex, query: string): string | null {
  const unknown = query.match(SYMBOL)?.filter((found) => !isKnownAsWord(found)) ?? [];
  if (unknown.length === 0) return null;
  const notations = index.notations();
  const words = notationWords(notations);
  const symbol = unknown.find((found) => !['', '[', '('].some((bracket) => words.has(found + bracket)));
  if (symbol === undefined) return null;
  const notation = notations.find(({ parts }) => parts.some((part) => 'token' in part && part.token.trim() === symbol));
  if (notation === undefined)
    return `The symbol ${ellipsis(symbol, MAX_SHOWN)} is unknown: it is not a notation of the index.`;
  const meaning = notation.head === null ? '' : ` for ${notation.head}`;
  return `${symbol} is a notation${meaning}, not a word: search for the pattern '${patternOf(notation)}'.`;
}

/** The notation as a pattern, with `_` for its arguments. */
function patternOf({ kind, parts }: Notation): string {
  const written = parts.map((part) => ('token' in part ? part.token.trim() : '_'));
  if (kind.startsWith('infix') || kind === 'postfix') written.unshift('_');
  if (kind.startsWith('infix') || kind === 'prefix') written.push('_');
  return written.join(' ');
}

function isKnownAsWord(symbols: string): boolean {
  return SYMBOLS.has(symbols) || [...symbols].every((one) => SYMBOLS.has(one));
}
