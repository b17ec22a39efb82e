/** The vector of a text: weighted sum of its token vectors. */

/** Normalised weighted sum of rows of `table`; `bag` has pairs of row and weight. All zero for an empty bag. */
export function bagVector(
  table: Float32Array,
  dimension: number,
  bag: Iterable<readonly [row: number, weight: number]>,
): Float32Array {
  const vector = new Float32Array(dimension);
  for (const [row, weight] of bag) {
    for (let d = 0, at = row * dimension; d < dimension; d++) vector[d]! += weight * table[at + d]!;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
