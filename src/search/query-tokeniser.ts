/** The tokeniser of queries to an index. Like the tokeniser of its rows, it knows the index's own notation. */
import type { LibraryIndex } from '../index/library-index.ts';
import { Tokeniser } from '../index/words/tokens.ts';

const tokenisers = new WeakMap<LibraryIndex, Tokeniser>();

/** Cached per index; the tokeniser caches the words it has seen. */
export function queryTokeniser(index: LibraryIndex): Tokeniser {
  let tokeniser = tokenisers.get(index);
  if (tokeniser === undefined) tokenisers.set(index, (tokeniser = new Tokeniser(index.notations())));
  return tokeniser;
}
