/** The tokeniser of queries to an index. Like the tokeniser of its rows, it knows the index's own notation. */
import { memoize } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { Tokeniser } from '../index/words/tokeniser.ts';

/** Cached per index; the tokeniser caches the words it has seen. */
export const queryTokeniser = memoize((index: LibraryIndex) => new Tokeniser(index.notations()));
