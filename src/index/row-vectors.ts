/**
 * The data of each row for ranking: its vector in bytes, and its words with the fields that contain them. Computed
 * while rows are analysed, stored in blocks of `BLOCK` ids that are read as a unit.
 */
import { BagTable } from '../vectors/bag-table.ts';
import type { TokenTables } from '../vectors/token-tables.ts';
import type { Weights } from '../vectors/weights.ts';
import { grown, joined, shared } from './typed-arrays.ts';
import type { TakeWords } from './words/analyser.ts';
import { STATED_WEIGHTS, DESCRIBED_WEIGHTS } from './words/sides.ts';

/** Increased when a change here alters the meaning of stored blocks. */
const ROW_VECTORS_VERSION = 1;

/** The `vectorsId` of an index without vectors. */
export const NO_VECTORS = 'none';

/** Identifies what vectors are computed with. Vectors with different ids must not be mixed or compared. */
export function vectorsId({ tablesId }: Pick<Weights, 'tablesId'>): string {
  return `${ROW_VECTORS_VERSION}-${tablesId}`;
}

/** Ids per block: id `i` is in block `i >> BLOCK_BITS`. */
const BLOCK_BITS = 12;
export const BLOCK: number = 1 << BLOCK_BITS;

/** Scale of a vector component as a byte. Components are in [-1, 1] and mostly below 0.3; larger ones are clipped. */
export const COMPONENT_SCALE = 254;
const MAX_BYTE = 127;
/** Added to lengths of vectors to avoid division by zero. */
const EPSILON = 1e-6;

/** Numbers per word: code and set of fields. */
export const WORD_SIZE = 2;
export const WORD_BYTES: number = WORD_SIZE * Uint16Array.BYTES_PER_ELEMENT;

/** Rows in rising order of id. */
export interface RowVectorPart {
  ids: Uint32Array;
  /** `rows × dimension`. */
  vectors: Int8Array;
  /** Words per row. */
  counts: Uint16Array;
  /** Code and set of fields of each word, row after row. */
  words: Uint16Array;
}

/** Rows per part. The buffers for one part are small compared with all parts. */
const PART_ROWS = 1 << 12;

/** Collects the vectors of one worker's rows. */
export class RowVectors {
  readonly #tables: TokenTables;
  /** Code by number of the stem, for the stems seen so far. */
  readonly #codes: number[] = [];
  readonly #stated: BagTable;
  readonly #described: BagTable;
  readonly #parts: RowVectorPart[] = [];
  /** The part that is being filled. */
  #rows = 0;
  #wordsEnd = 0;
  readonly #ids = new Uint32Array(PART_ROWS);
  readonly #counts = new Uint16Array(PART_ROWS);
  readonly #vectors: Int8Array;
  #words = new Uint16Array(1 << 16);

  constructor(tables: TokenTables) {
    this.#tables = tables;
    this.#stated = new BagTable(tables.statement, tables.dimension);
    this.#described = new BagTable(tables.query, tables.dimension);
    this.#vectors = new Int8Array(PART_ROWS * tables.dimension);
  }

  /** For `wordAnalyser`: takes the words of the current row. */
  readonly take: TakeWords = (stems, fieldsOf, vocabulary) => {
    const codes = this.#codes;
    while (codes.length < vocabulary.length) codes.push(this.#tables.codeOf(vocabulary[codes.length]!));
    if (this.#rows === PART_ROWS) this.#endPart();
    this.#reserve(stems.length);
    this.#counts[this.#rows] = stems.length;
    let isDescribed = false;
    for (let i = 0; i < stems.length; i++) {
      const stem = stems[i]!;
      const code = codes[stem]!;
      const fields = fieldsOf[stem]!;
      this.#words[this.#wordsEnd++] = code;
      this.#words[this.#wordsEnd++] = fields;
      if (!this.#tables.isLearned(code)) continue;
      const weight = this.#tables.weight[code]!;
      if (STATED_WEIGHTS[fields] !== 0) this.#stated.add(code, weight * STATED_WEIGHTS[fields]!);
      if (DESCRIBED_WEIGHTS[fields] === 0) continue;
      isDescribed = true;
      this.#described.add(code, weight * DESCRIBED_WEIGHTS[fields]!);
    }
    this.#storeVector(isDescribed);
  };

  /** The mean of both sides, each normalised to length 1. A row without a description gets its stated side only. */
  #storeVector(isDescribed: boolean): void {
    const share = isDescribed ? 0.5 : 1;
    const statedScale = (COMPONENT_SCALE * share) / (this.#stated.finish() + EPSILON);
    const describedScale = isDescribed ? (COMPONENT_SCALE * share) / (this.#described.finish() + EPSILON) : 0;
    const { sum: stated } = this.#stated;
    const { sum: described } = this.#described;
    for (let d = 0, at = this.#rows * stated.length; d < stated.length; d++) {
      const value = Math.round(stated[d]! * statedScale + described[d]! * describedScale);
      this.#vectors[at + d] = Math.max(-MAX_BYTE, Math.min(MAX_BYTE, value));
    }
  }

  /** Completes the row whose words were taken. */
  endRow(id: number): void {
    this.#ids[this.#rows++] = id;
  }

  #reserve(words: number): void {
    const length = this.#wordsEnd + WORD_SIZE * words;
    if (length > this.#words.length) this.#words = grown(this.#words, 2 * length);
  }

  /** All parts, in order. The large arrays are in shared memory, because they cross two threads. */
  finish(): RowVectorPart[] {
    if (this.#rows > 0) this.#endPart();
    return this.#parts;
  }

  #endPart(): void {
    this.#parts.push({
      ids: this.#ids.slice(0, this.#rows),
      vectors: shared(this.#vectors.subarray(0, this.#rows * this.#tables.dimension)),
      counts: this.#counts.slice(0, this.#rows),
      words: shared(this.#words.subarray(0, this.#wordsEnd)),
    });
    this.#rows = 0;
    this.#wordsEnd = 0;
  }
}

/** A block as it is stored: `BLOCK` vectors, `BLOCK` counts, and the words of the rows that have any, in order. */
export interface VectorBlock {
  number: number;
  vectors: Uint8Array;
  counts: Uint8Array;
  words: Uint8Array;
}

/** Distributes the rows of `parts`, in rising order of id, into blocks; `before` returns an existing block. */
export function* toBlocks(
  parts: readonly RowVectorPart[],
  dimension: number,
  before: (number: number) => VectorBlock | null,
): Generator<VectorBlock> {
  let block: OpenBlock | null = null;
  for (const { ids, vectors, counts, words } of parts) {
    let at = 0;
    for (let row = 0; row < ids.length; row++) {
      const number = ids[row]! >> BLOCK_BITS;
      if (block === null || block.number !== number) {
        if (block !== null) yield block.close();
        block = new OpenBlock(number, dimension, before(number));
      }
      const end = at + WORD_SIZE * counts[row]!;
      block.add(
        ids[row]! & (BLOCK - 1),
        vectors.subarray(row * dimension, (row + 1) * dimension),
        words.subarray(at, end),
      );
      at = end;
    }
  }
  if (block !== null) yield block.close();
}

class OpenBlock {
  readonly number: number;
  readonly #dimension: number;
  readonly #vectors: Int8Array;
  readonly #counts: Uint16Array;
  readonly #words: Uint16Array[] = [];

  constructor(number: number, dimension: number, before: VectorBlock | null) {
    this.number = number;
    this.#dimension = dimension;
    this.#vectors = new Int8Array(BLOCK * dimension);
    this.#counts = new Uint16Array(BLOCK);
    if (before === null) return;
    this.#vectors.set(new Int8Array(before.vectors.buffer, before.vectors.byteOffset, before.vectors.length));
    this.#counts.set(numbersOf(before.counts));
    this.#words.push(numbersOf(before.words));
  }

  /** Rows come in rising order, so their words follow the existing ones. */
  add(place: number, vector: Int8Array, words: Uint16Array): void {
    this.#vectors.set(vector, place * this.#dimension);
    this.#counts[place] = words.length / WORD_SIZE;
    this.#words.push(words);
  }

  close(): VectorBlock {
    const words = bytesOf(joined(Uint16Array, this.#words));
    return { number: this.number, vectors: bytesOf(this.#vectors), counts: bytesOf(this.#counts), words };
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Bytes from a database as numbers: a view if the alignment allows it, otherwise a copy. */
export function numbersOf(bytes: Uint8Array): Uint16Array {
  const { buffer, byteOffset, length } =
    bytes.byteOffset % Uint16Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint16Array(buffer, byteOffset, length / Uint16Array.BYTES_PER_ELEMENT);
}

/** The vectors of a block, as signed bytes. */
export function vectorsOf({ vectors: { buffer, byteOffset, length } }: Pick<VectorBlock, 'vectors'>): Int8Array {
  return new Int8Array(buffer, byteOffset, length);
}

const NO_WORDS = new Uint16Array();

/** The words of rows in the added blocks. */
export class RowWords {
  /** By number of the block: where the words of each row start, and the end of the last. */
  readonly #starts: Uint32Array[] = [];
  readonly #words: Uint16Array[] = [];

  add({ number, counts, words }: Omit<VectorBlock, 'vectors'>): void {
    const countOf = numbersOf(counts);
    const starts = new Uint32Array(BLOCK + 1);
    let end = 0;
    for (let place = 0; place < BLOCK; place++) {
      end += WORD_SIZE * countOf[place]!;
      starts[place + 1] = end;
    }
    this.#starts[number] = starts;
    this.#words[number] = numbersOf(words);
  }

  /** Code and set of fields of each word of a row; empty for a missing row. */
  of(id: number): Uint16Array {
    const starts = this.#starts[id >> BLOCK_BITS];
    if (starts === undefined) return NO_WORDS;
    const place = id & (BLOCK - 1);
    return this.#words[id >> BLOCK_BITS]!.subarray(starts[place], starts[place + 1]);
  }
}
