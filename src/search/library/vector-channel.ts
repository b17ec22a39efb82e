/** The vector channel: embeds a question and finds the nearest stored vectors. */
import { Failure } from '../../base/errors.ts';
import { Budget, NO_LIMITS } from '../../llm/budget.ts';
import type { EmbeddingModel } from '../../llm/embedding.ts';
import { ModelClient } from '../../llm/model-client.ts';
import { embedderDifference } from '../../vectors/same-embedder.ts';
import type { Embedder, NearVector, VectorStore } from '../../vectors/vector-store.ts';

export interface VectorChannel {
  /** At most `count` contents, nearest first; fewer only if no more exist. */
  nearest(count: number): Promise<NearVector[]>;
}

/** An embedded question, or a notice why vectors are unavailable. */
export type QueryVector = { channel: VectorChannel; vector: Float32Array } | { notice: string };

/** The embedding model and the store of its vectors. */
export interface VectorSearch {
  model: EmbeddingModel;
  store: VectorStore;
  signal: AbortSignal;
  /** The command that makes the stored vectors, if it is not `library embed`. */
  embedCommand?: string;
  /** Ids of the entries with these contents in the store, if it is not that of `library embed`. */
  idsOf?: (hashes: readonly string[]) => ReadonlyMap<string, readonly number[]>;
}

/** Prefix of a notice why vectors were not used. */
export const WORDS_ONLY = 'Searched by words alone:';

/** Embeds the question. `embedCommand` creates the stored vectors. Returns a notice if the model or the store fails. */
export async function embedQuery(
  question: string,
  { model, store, signal }: VectorSearch,
  embedCommand: string,
): Promise<QueryVector> {
  return orNotice<QueryVector>(signal, async () => {
    const embedded = await embedQuestion(question, { model, stored: await store.embedder(), signal }, embedCommand);
    if ('notice' in embedded) return embedded;
    return { ...embedded, channel: { nearest: (count) => store.nearest(embedded.vector, count) } };
  });
}

/** As `embedQuery`, for vectors that are not in a store. `stored`: their embedder; null if there are none. */
export function embedQuestion(
  question: string,
  { model, stored, signal }: Pick<VectorSearch, 'model' | 'signal'> & { stored: Embedder | null },
  embedCommand: string,
): Promise<{ vector: Float32Array } | { notice: string }> {
  return orNotice<{ vector: Float32Array } | { notice: string }>(signal, async () => {
    if (stored === null) return { notice: `${WORDS_ONLY} no vectors are stored yet (run ${embedCommand}).` };
    const client = new ModelClient({ model, budget: new Budget(NO_LIMITS), signal });
    const { vectors, snapshot } = await client.embed([question], 'question');
    const vector = vectors[0]!;
    const difference = embedderDifference(stored, { name: model.name, snapshot, dimension: vector.length });
    return difference === null ? { vector } : { notice: `${WORDS_ONLY} ${difference}` };
  });
}

/** Returns the result of `work`, or a notice if it fails. An interrupt is rethrown. */
export async function orNotice<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | { notice: string }> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return { notice: `${WORDS_ONLY} ${error.detail.message}` };
  }
}
