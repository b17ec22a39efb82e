/** The channel of likeness: the question as a vector, and the entries whose vectors are near it. */
import { Failure } from '../../base/errors.ts';
import type { EmbeddingModel } from '../../llm/embedding.ts';
import { differenceOf } from '../../vectors/same-embedder.ts';
import type { NearVector, VectorStore } from '../../vectors/vector-store.ts';

export interface VectorChannel {
  /** At most `count` contents, the nearest first; fewer only where there are no more. */
  nearest(count: number): Promise<NearVector[]>;
}

/** A question as a vector, or one sentence on why there is none. */
export type QueryVector = { channel: VectorChannel } | { notice: string };

/** What finds by vectors: the embedder and the store of those it made. */
export interface VectorSearch {
  model: EmbeddingModel;
  store: VectorStore;
  signal: AbortSignal;
}

/** How a notice begins that says why vectors did not serve. */
export const ALONE = 'Searched by words alone:';

/** Asks the embedder for the question's vector. `embedCommand` makes vectors of what is looked through. A model or a store that fails is told, and words must do. */
export async function askByVectors(
  question: string,
  { model, store, signal }: VectorSearch,
  embedCommand: string,
): Promise<QueryVector> {
  return orNotice<QueryVector>(signal, async () => {
    const stored = await store.embedder();
    if (stored === null) return { notice: `${ALONE} nothing is embedded yet (${embedCommand}).` };
    const { vectors, snapshot } = await model.embed([question], 'question', { signal });
    const vector = vectors[0]!;
    const difference = differenceOf(stored, { name: model.name, snapshot, dimension: vector.length });
    if (difference !== null) return { notice: `${ALONE} ${difference}` };
    return { channel: { nearest: (count) => store.nearest(vector, count) } };
  });
}

/** What `work` gives, or the notice of its failure; an interrupt is none. */
export async function orNotice<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | { notice: string }> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure)) throw error;
    return { notice: `${ALONE} ${error.detail.message}` };
  }
}
