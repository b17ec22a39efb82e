/** Interface of vector stores. Types only. */

/** Identity of an embedding model. Vectors of two embedders cannot be compared. */
export interface Embedder {
  /** `provider/model` or `onnx:FOLDER`, as the user names it. */
  name: string;
  /** Version of the model: the provider's name for it, or the SHA-256 of the model's files. */
  snapshot: string;
  /** Numbers in each vector. */
  dimension: number;
}

export interface StoredVector {
  /** Hash of the embedded text. */
  contentHash: string;
  /** Any non-zero length. */
  vector: Float32Array;
}

export interface NearVector {
  contentHash: string;
  /** Cosine, −1 to 1. */
  similarity: number;
}

/** Stores the vectors of one embedder, one per content. Every call may fail with a `Failure`. */
export interface VectorStore {
  /** File or server, for messages. */
  readonly place: string;
  /** Embedder of the stored vectors; null if the store is empty. */
  embedder(): Promise<Embedder | null>;
  count(): Promise<number>;
  /** The subset of `hashes` that have a vector. */
  storedHashes(hashes: readonly string[]): Promise<Set<string>>;
  /** Inserts or replaces `vectors`. `embedder` must be the embedder of all stored vectors. */
  put(embedder: Embedder, vectors: readonly StoredVector[]): Promise<void>;
  /** At most `count` vectors, nearest first. */
  nearest(vector: Float32Array, count: number): Promise<NearVector[]>;
  /** Deletes all vectors and the embedder. */
  clear(): Promise<void>;
}
