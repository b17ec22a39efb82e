/**
 * Queries that are goals: ranked by what was learned from proofs, where the index has it; else by what unifies with the
 * goal, which is also all that there is for a formula that only might be one.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { searchGoal } from './goal.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** The channel for goals to this index. */
export function goalChannel(index: LibraryIndex): Channel {
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (ranking === null) return searchGoal;
  return (of, query, options) => {
    if (!TURNSTILE.test(query)) return searchGoal(of, query, options);
    const ranked = rankPremises(of, query, ranking, { ...options, place: options.place ?? null });
    // What cannot be read as a goal is told as ever.
    return ranked.length > 0 ? ranked : searchGoal(of, query, options);
  };
}
