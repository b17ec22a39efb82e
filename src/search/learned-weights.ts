/** The weights of the package, where an index goes with them. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { NO_VECTORS, vectorsId } from '../index/row-vectors.ts';
import { readWeights, SHIPPED_WEIGHTS, type Weights } from '../vectors/weights.ts';

let shipped: Weights | Failure | null = null;

/** Read once; or why they cannot be. */
function shippedWeights(): Weights | Failure {
  try {
    shipped ??= readWeights(SHIPPED_WEIGHTS);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    shipped = error;
  }
  return shipped;
}

/** The weights that the index's vectors were made with; else why there are none, null where none are wanted. */
export type WeightsOfIndex = { weights: Weights } | { weights: null; why: string | null };

export function weightsOf(index: LibraryIndex): WeightsOfIndex {
  const made = index.meta('vectors') ?? NO_VECTORS;
  if (made === NO_VECTORS) return { weights: null, why: null };
  const weights = shippedWeights();
  if (weights instanceof Failure) return { weights: null, why: `${weights.detail.message} ${weights.detail.next}` };
  if (made === vectorsId(weights)) return { weights };
  const why = "The index was made with other weights than this program's: `lemmahead index build` makes it anew.";
  return { weights: null, why };
}
