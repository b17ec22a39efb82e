/** Vectors of two embedders are never mixed: their numbers do not mean the same. */
import { Failure } from '../base/errors.ts';
import type { Embedder } from './vector-store.ts';

/** How `other` is not what `known` is, as one sentence; null if it is. */
export function differenceOf(known: Embedder, other: Embedder): string | null {
  if (known.name !== other.name) return `The vectors that are stored are of ${known.name}; these are of ${other.name}.`;
  if (known.dimension !== other.dimension) {
    return `${other.name} gives vectors of ${other.dimension} numbers; those that are stored have ${known.dimension}.`;
  }
  if (known.snapshot === other.snapshot) return null;
  return `What answers as ${other.name} is now ${shortened(other.snapshot)}; the vectors that are stored are of ${shortened(known.snapshot)}.`;
}

const LONGEST_SHOWN = 40;

function shortened(snapshot: string): string {
  return snapshot.length <= LONGEST_SHOWN ? snapshot : `${snapshot.slice(0, 12)}…`;
}

/** @throws {Failure} `embedder-differs` */
export function checkEmbedder(known: Embedder | null, other: Embedder, startAgain: string): void {
  const difference = known === null ? null : differenceOf(known, other);
  if (difference === null) return;
  throw new Failure({
    exit: 'usage',
    code: 'embedder-differs',
    message: difference,
    reason:
      'Vectors of two embedders cannot be compared. What was stored is as it was; nothing of the other was added.',
    next: startAgain,
  });
}
