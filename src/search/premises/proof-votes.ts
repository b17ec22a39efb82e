/** Votes for premises: theorems whose statements are like a goal, by what their own proofs name (nearest neighbours). */
import type { LibraryIndex } from '../../index/library-index.ts';
import { proofNames } from './proof-names.ts';

/** A theorem, and how like the goal its statement is. */
export interface Voter {
  id: number;
  similarity: number;
}

export interface Vote {
  /** Σ of the weights of the voters. */
  sum: number;
  strongest: number;
  voters: number;
}

/** Theorems that vote: the likest. */
const MOST_VOTERS = 200;
/** The likest count most by far. */
const SHARPNESS = 4;
/** What names much says little of each. */
const SHARED = 0.3;

/** By row that is allowed. */
export function countVotes(
  index: LibraryIndex,
  voters: readonly Voter[],
  allow: (id: number) => boolean,
): Map<number, Vote> {
  const chosen = voters
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, MOST_VOTERS);
  const named = proofNames(index).namedBy(chosen.map(({ id }) => id));
  const votes = new Map<number, Vote>();
  for (const { id, similarity } of chosen) {
    const premises = (named.get(id) ?? []).filter(allow);
    const weight = similarity ** SHARPNESS / premises.length ** SHARED;
    for (const premise of premises) {
      const known = votes.get(premise) ?? NO_VOTE;
      votes.set(premise, {
        sum: known.sum + weight,
        strongest: Math.max(known.strongest, weight),
        voters: known.voters + 1,
      });
    }
  }
  return votes;
}

export const NO_VOTE: Vote = { sum: 0, strongest: 0, voters: 0 };
