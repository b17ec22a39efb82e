/** Where vectors are kept and looked through, whichever kind of place it is. Types only. */

/** Who makes vectors. Those of two embedders cannot be compared. */
export interface Embedder {
  /** `provider/model` or `onnx:FOLDER`, as the user names it. */
  name: string;
  /** What answers by that name: as the provider calls it, or the SHA-256 of a model's files. */
  snapshot: string;
  /** Numbers in each vector. */
  dimension: number;
}

export interface StoredVector {
  /** Of what was embedded. */
  contentHash: string;
  /** Of any length but zero. */
  vector: Float32Array;
}

export interface NearVector {
  contentHash: string;
  /** Cosine, −1 to 1. */
  similarity: number;
}

/** Holds the vectors of one embedder, one for each content. Every call may fail with a `Failure` that says what is wrong. */
export interface VectorStore {
  /** For people: the file, or the server. */
  readonly place: string;
  /** Whose vectors it holds; null: none yet. */
  embedder(): Promise<Embedder | null>;
  count(): Promise<number>;
  /** Those of `hashes` that have a vector. */
  holding(hashes: readonly string[]): Promise<Set<string>>;
  /** Stores all of `vectors`, or again; they must be of `embedder`, and it that of all the others. */
  put(embedder: Embedder, vectors: readonly StoredVector[]): Promise<void>;
  /** At most `count`, the nearest first. */
  nearest(vector: Float32Array, count: number): Promise<NearVector[]>;
  /** Forgets all vectors and whose they were. */
  clear(): Promise<void>;
}
