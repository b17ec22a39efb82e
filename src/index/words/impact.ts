/** How strongly a declaration is about a word: one byte on a logarithmic scale that build and query share. */

const SMALLEST = 0.01;
const LARGEST = 100;
const STEPS = 254;
const SCALE = STEPS / Math.log(LARGEST / SMALLEST);

/** Maps an impact (any number > 0) to 1…255; two neighbouring bytes differ by 3.7 %. */
export function quantise(impact: number): number {
  const step = Math.round(Math.log(impact / SMALLEST) * SCALE);
  return 1 + (step < 0 ? 0 : step > STEPS ? STEPS : step);
}

/** Impact by byte: the inverse of `quantise`. 0, which no declaration has, means no impact. */
export const IMPACTS: Float32Array = Float32Array.from({ length: STEPS + 2 }, (_, byte) =>
  byte === 0 ? 0 : SMALLEST * Math.exp((byte - 1) / SCALE),
);
