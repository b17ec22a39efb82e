/** The shipped weights, if an index was built with them. */
import { Failure } from '../base/errors.ts';
import { rebuildCommand } from '../index/build-command.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { NO_VECTORS, vectorsId } from '../index/row-vectors.ts';
import { readWeights, SHIPPED_WEIGHTS, type Weights } from '../vectors/weights.ts';

let shipped: Weights | Failure | null = null;

/** Reads the weights once. Returns the failure if they cannot be read. */
function shippedWeights(): Weights | Failure {
  try {
    shipped ??= readWeights(SHIPPED_WEIGHTS);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    shipped = error;
  }
  return shipped;
}

/** The weights that the index's vectors were made with, or why they are unavailable (null: built without vectors). */
export type WeightsOfIndex = { weights: Weights } | { weights: null; why: string | null };

export function weightsOf(index: LibraryIndex): WeightsOfIndex {
  const builtWith = index.meta('vectors') ?? NO_VECTORS;
  if (builtWith === NO_VECTORS) return { weights: null, why: null };
  const weights = shippedWeights();
  if (weights instanceof Failure) return { weights: null, why: `${weights.detail.message} ${weights.detail.next}` };
  if (builtWith === vectorsId(weights)) return { weights };
  const why = `The index was built with weights of another lemmahead version: rebuild it with \`${rebuildCommand(index)}\`.`;
  return { weights: null, why };
}
