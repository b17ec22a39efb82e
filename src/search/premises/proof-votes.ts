/** Votes for premises (k nearest neighbours): theorems similar to a goal vote for the premises of their own proofs. */
import type { LibraryIndex } from '../../index/library-index.ts';
import { proofNames } from './proof-names.ts';

/** A theorem, and the similarity of its statement to the goal. */
export interface Voter {
  id: number;
  similarity: number;
}

export interface Vote {
  /** Σ of the weights of the voters. */
  sum: number;
  strongest: number;
  voters: number;
  /** Σ of the weights of the voters whose proofs use few declarations. */
  fromShort: number;
}

/** Number of voters: the most similar theorems. */
const MAX_VOTERS = 200;
/** Exponent of the similarity: the most similar voters dominate. */
const SHARPNESS = 4;
/** Exponent of the number of premises: voters with many premises count less for each. */
const DILUTION = 0.3;
/** Maximum number of premises of a short proof, which may be one step. */
const SHORT = 2;

/** Votes by row id, only for allowed rows. */
export function countVotes(
  index: LibraryIndex,
  voters: readonly Voter[],
  allow: (id: number) => boolean,
): Map<number, Vote> {
  const chosen = voters
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, MAX_VOTERS);
  const premisesByVoter = proofNames(index).premisesOf(chosen.map(({ id }) => id));
  const votes = new Map<number, Vote>();
  for (const { id, similarity } of chosen) {
    const premises = (premisesByVoter.get(id) ?? []).filter(allow);
    const weight = similarity ** SHARPNESS / premises.length ** DILUTION;
    for (const premise of premises) {
      const previous = votes.get(premise) ?? NO_VOTE;
      votes.set(premise, {
        sum: previous.sum + weight,
        strongest: Math.max(previous.strongest, weight),
        voters: previous.voters + 1,
        fromShort: previous.fromShort + (premises.length <= SHORT ? weight : 0),
      });
    }
  }
  return votes;
}

export const NO_VOTE: Vote = { sum: 0, strongest: 0, voters: 0, fromShort: 0 };
