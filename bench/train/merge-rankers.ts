/** Merges trained rankers into one. */
import { layoutOf, type RankerShape } from '../../src/search/rank/ranker.ts';

/**
 * Merges rankers of one shape into one that computes the mean of their scores, with the hidden units of all. They must
 * be trained on the same rows, so that means and deviations are equal.
 */
export function mergeRankers(rankers: readonly Float32Array[], shape: RankerShape): Float32Array {
  const { rowFeatures, queryFeatures, hidden } = shape;
  const inputs = rowFeatures + queryFeatures;
  const from = layoutOf(shape);
  const to = layoutOf({ rowFeatures, queryFeatures, hidden: hidden * rankers.length });
  const merged = new Float32Array(to.length);
  merged.set(rankers[0]!.subarray(0, from.linear));
  rankers.forEach((ranker, place) => {
    for (let i = 0; i < rowFeatures; i++) merged[to.linear + i]! += ranker[from.linear + i]! / rankers.length;
    merged.set(ranker.subarray(from.first, from.bias), to.first + place * hidden * inputs);
    merged.set(ranker.subarray(from.bias, from.second), to.bias + place * hidden);
    for (let unit = 0; unit < hidden; unit++)
      merged[to.second + place * hidden + unit] = ranker[from.second + unit]! / rankers.length;
  });
  return merged;
}
