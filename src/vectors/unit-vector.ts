/** Vectors of length 1: their products are cosines. */

/** The vector made to be of length 1; null if it has no direction or holds what is no number. */
export function unitVector(vector: Float32Array): Float32Array | null {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : null;
}

/** Of two vectors of one length; both of length 1: their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
