/** Several proofs or solutions as the one text that a piece has. `library/split-proofs.ts` splits it again. */
import type { PieceFacts } from './document.ts';

const BETWEEN = '\n\n';

/** `facts`: where the second and later proofs start; without any if there are fewer than two. */
export function joinProofs(bodies: readonly string[]): {
  proof: string | null;
  facts: Pick<PieceFacts, 'proofStarts'>;
} {
  if (bodies.length === 0) return { proof: null, facts: {} };
  let start = 0;
  const proofStarts = bodies.slice(0, -1).map((body) => (start += body.length + BETWEEN.length));
  return { proof: bodies.join(BETWEEN), facts: bodies.length < 2 ? {} : { proofStarts } };
}
