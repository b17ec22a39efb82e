/** Nearest neighbours among vectors in memory: preselected by bytes, then compared exactly. */
import { ByteScan, encodeVector } from './byte-scan.ts';
import { dotProduct } from './unit-vector.ts';

const FACTOR = 4;
const EXTRA = 50;

export interface Neighbour {
  row: number;
  /** Cosine, as the vectors have length 1. */
  similarity: number;
}

export class VectorTable {
  readonly #vectors: readonly Float32Array[];
  readonly #scan: ByteScan;

  /** Vectors of one length, normalised to 1 or zeros. */
  constructor(vectors: readonly Float32Array[]) {
    this.#vectors = vectors;
    const rows = vectors.map((vector, id) => ({ id, ...encodeVector(vector) }));
    this.#scan = new ByteScan(vectors.length, vectors[0]?.length ?? 0, rows);
  }

  /** The `count` rows most similar to `vector`, best first, the lower row first if they are equally similar. */
  nearest(vector: Float32Array, count: number): Neighbour[] {
    return this.#scan
      .candidates(vector, FACTOR * count + EXTRA)
      .map((row) => ({ row, similarity: dotProduct(vector, this.#vectors[row]!) }))
      .sort((a, b) => b.similarity - a.similarity || a.row - b.row)
      .slice(0, count);
  }
}
