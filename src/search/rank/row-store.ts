/** The vectors and words of all rows of an index, read at the first query that wants them and kept. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { COMPONENT_SCALE, readBlocks, type StoredVectors, type VectorBlock } from '../../index/row-vectors.ts';
import { ByteMatrix, toBytes } from '../../vectors/byte-matrix.ts';

export class RowStore {
  readonly words: Uint16Array;
  readonly starts: Uint32Array;
  readonly #matrix: ByteMatrix;

  constructor(matrix: ByteMatrix, { starts, words }: StoredVectors) {
    this.#matrix = matrix;
    this.starts = starts;
    this.words = words;
  }

  /** By id, the product of the row's vector with `query`, which has length 1: about -1 to 1. */
  likeness(query: Float32Array): Float32Array {
    const bytes = new Int8Array(query.length);
    const scale = 1 / (COMPONENT_SCALE * toBytes(query, bytes));
    return this.#matrix.scaledDots(bytes, scale);
  }
}

const stores = new WeakMap<LibraryIndex, RowStore>();

const SELECT_BYTES = 'SELECT coalesce(sum(length(words)), 0) AS bytes FROM row_vectors';

/** One after the other, since together they are large. */
function* blocksOf(index: LibraryIndex): Generator<VectorBlock> {
  for (const { number } of index.all<{ number: number }>('SELECT number FROM row_vectors ORDER BY number'))
    yield* index.all<VectorBlock>('SELECT number, vectors, counts, words FROM row_vectors WHERE number = ?', number);
}

/** The index must hold vectors of this dimension. */
export function rowStore(index: LibraryIndex, dimension: number): RowStore {
  let store = stores.get(index);
  if (store === undefined) {
    const matrix = new ByteMatrix(index.idLimit, dimension);
    const [{ bytes }] = index.all<{ bytes: number }>(SELECT_BYTES) as [{ bytes: number }];
    const { idLimit } = index;
    store = new RowStore(matrix, readBlocks(blocksOf(index), { idLimit, wordBytes: bytes, vectors: matrix.rows }));
    stores.set(index, store);
  }
  return store;
}
