/** Prevents mixing vectors of two embedders, which are not comparable. */
import { Failure } from '../base/errors.ts';
import type { Embedder } from './vector-store.ts';

/** Describes in one sentence how `other` differs from `known`. Returns null if they are the same. */
export function embedderDifference(known: Embedder, other: Embedder): string | null {
  if (known.name !== other.name) return `The stored vectors are from ${known.name}; these are from ${other.name}.`;
  if (known.dimension !== other.dimension) {
    return `${other.name} returns vectors of ${other.dimension} numbers; the stored ones have ${known.dimension}.`;
  }
  if (known.snapshot === other.snapshot) return null;
  return `${other.name} is now ${shortened(other.snapshot)}; the stored vectors are from ${shortened(known.snapshot)}.`;
}

const MAX_LENGTH_SHOWN = 40;

function shortened(snapshot: string): string {
  return snapshot.length <= MAX_LENGTH_SHOWN ? snapshot : `${snapshot.slice(0, 12)}…`;
}

/** @throws {Failure} `embedder-differs` */
export function checkEmbedder(known: Embedder | null, other: Embedder, startAgain: string): void {
  const difference = known === null ? null : embedderDifference(known, other);
  if (difference === null) return;
  throw new Failure('usage', 'embedder-differs', {
    message: difference,
    reason: 'Vectors of two embedders cannot be compared. The stored vectors are unchanged; nothing was added.',
    next: startAgain,
  });
}
