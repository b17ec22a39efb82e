/** Vectors and words of all rows of an index, loaded on demand. */
import { memoize, memoizeByValue } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { BLOCK, COMPONENT_SCALE, RowWords, type VectorBlock, vectorsOf } from '../../index/row-vectors.ts';
import { ByteMatrix, toBytes } from '../../vectors/byte-matrix.ts';

/**
 * The words stay in memory from the first query on, the vectors from the second. Most processes run one query, and
 * processing the vectors block by block takes half the time of loading them all.
 */
export class RowStore {
  readonly #index: LibraryIndex;
  readonly #dimension: number;
  #words: RowWords | null = null;
  #matrix: ByteMatrix | null = null;

  /** The index must hold vectors of this dimension. */
  constructor(index: LibraryIndex, dimension: number) {
    this.#index = index;
    this.#dimension = dimension;
  }

  get words(): RowWords {
    if (this.#words === null) {
      this.#words = new RowWords();
      for (const block of blocksOf<WordsOfBlock>(this.#index, 'counts, words')) this.#words.add(block);
    }
    return this.#words;
  }

  /** By id: dot product of the row's vector and `query`, which has length 1. About -1 to 1. */
  similarity(query: Float32Array): Float32Array {
    const bytes = new Int8Array(query.length);
    const scale = 1 / (COMPONENT_SCALE * toBytes(query, bytes));
    if (this.#words === null) return this.#readSimilarity(bytes, scale);
    this.#matrix ??= this.#readVectors();
    return this.#matrix.scaledDots(bytes, scale);
  }

  /** Loads the words, and computes the products block by block without keeping the vectors. */
  #readSimilarity(query: Int8Array, scale: number): Float32Array {
    const { idLimit } = this.#index;
    const words = new RowWords();
    const similarity = new Float32Array(idLimit);
    const matrix = new ByteMatrix(BLOCK, this.#dimension);
    for (const block of blocksOf<VectorBlock>(this.#index, 'vectors, counts, words')) {
      words.add(block);
      matrix.rows.set(vectorsOf(block));
      release(block.vectors);
      const first = block.number * BLOCK;
      similarity.set(matrix.scaledDots(query, scale).subarray(0, idLimit - first), first);
    }
    this.#words = words;
    return similarity;
  }

  #readVectors(): ByteMatrix {
    const { idLimit } = this.#index;
    const matrix = new ByteMatrix(idLimit, this.#dimension);
    for (const block of blocksOf<Pick<VectorBlock, 'number' | 'vectors'>>(this.#index, 'vectors')) {
      const first = block.number * BLOCK;
      const vectors = vectorsOf(block);
      matrix.rows.set(vectors.subarray(0, (idLimit - first) * this.#dimension), first * this.#dimension);
      release(block.vectors);
    }
    return matrix;
  }
}

type WordsOfBlock = Omit<VectorBlock, 'vectors'>;

/** Reads one block at a time, because all together are large. */
function* blocksOf<T>(index: LibraryIndex, columns: string): Generator<T> {
  for (const { number } of index.all<{ number: number }>('SELECT number FROM row_vectors ORDER BY number'))
    yield* index.all<T>(`SELECT number, ${columns} FROM row_vectors WHERE number = ?`, number);
}

/** Frees memory immediately. Otherwise each block would allocate new pages until garbage collection. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const stores = memoize((index: LibraryIndex) => memoizeByValue((dimension: number) => new RowStore(index, dimension)));

/** The index must hold vectors of this dimension. */
export const rowStore = (index: LibraryIndex, dimension: number): RowStore => stores(index)(dimension);
