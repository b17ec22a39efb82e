/** The tokeniser of queries to an index: it knows the index's own notation, as that of its rows did. */
import type { LibraryIndex } from '../index/library-index.ts';
import { Tokeniser } from '../index/words/tokens.ts';

const tokenisers = new WeakMap<LibraryIndex, Tokeniser>();

/** One for each index, kept: what it has met it knows. */
export function queryTokeniser(index: LibraryIndex): Tokeniser {
  let tokeniser = tokenisers.get(index);
  if (tokeniser === undefined) tokenisers.set(index, (tokeniser = new Tokeniser(index.notations())));
  return tokeniser;
}
