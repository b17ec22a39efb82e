/** The single proofs or solutions of an entry. */
import type { PieceFacts } from '../sources/document.ts';

/** Splits the joined proofs of an entry where its facts say that the next one starts. */
export function proofsOf(proof: string | null, facts: PieceFacts | null): string[] {
  if (proof === null) return [];
  const starts = [0, ...(facts?.proofStarts ?? [])];
  return starts.map((start, at) => proof.slice(start, starts[at + 1]).trim());
}
