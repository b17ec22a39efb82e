/** What to tell somebody who typed a library's own notation as if it were words. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { Notation } from '../lean/declaration.ts';
import { notationWords } from '../index/words/notation-words.ts';
import { SYMBOLS } from '../index/words/symbols.ts';

/** Symbols: no letter, digit or space, nothing of ASCII, and none of the marks of prose. */
const SYMBOL = /[^\p{L}\p{M}\p{N}\p{Pd}\p{Pi}\p{Pf}\s\p{ASCII}…·•§°]+/gu;

/** Null if the query has no symbol that words know nothing of, by the table of symbols or by the index's notation. */
export function notationHint(index: LibraryIndex, query: string): string | null {
  const unknown = query.match(SYMBOL)?.filter((found) => !isKnownAsWord(found)) ?? [];
  if (unknown.length === 0) return null;
  const notations = index.notations();
  const words = notationWords(notations);
  const symbol = unknown.find((found) => !['', '[', '('].some((bracket) => words.has(found + bracket)));
  if (symbol === undefined) return null;
  const notation = notations.find(({ parts }) => parts.some((part) => 'token' in part && part.token.trim() === symbol));
  if (notation === undefined) return `Neither words nor a notation of the index have ${symbol}.`;
  const meaning = notation.head === null ? '' : ` for ${notation.head}`;
  return `${symbol} is a notation${meaning}, which words do not have: search for the pattern '${patternOf(notation)}'.`;
}

/** The notation with `_` for all that it takes. */
function patternOf({ kind, parts }: Notation): string {
  const written = parts.map((part) => ('token' in part ? part.token.trim() : '_'));
  if (kind.startsWith('infix') || kind === 'postfix') written.unshift('_');
  if (kind.startsWith('infix') || kind === 'prefix') written.push('_');
  return written.join(' ');
}

function isKnownAsWord(symbols: string): boolean {
  return symbols in SYMBOLS || [...symbols].every((one) => one in SYMBOLS);
}
