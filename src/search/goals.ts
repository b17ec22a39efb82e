/**
 * Channel for goals, with the likely premises of the first goal. Uses only unification if the index has no learned
 * premise ranking, or for a formula without `⊢`, which may not be a goal.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { rankForGoals, searchGoal } from './goal-channel.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** Minimum number of likely premises that are ranked. */
const LIKELY_DEPTH = 400;

/** The channel for goals to this index. */
export function goalChannel(index: LibraryIndex): Channel {
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (ranking === null) return searchGoal;
  return (of, query, options) => {
    if (!TURNSTILE.test(query)) return searchGoal(of, query, options);
    const deep = { ...options, limit: Math.max(options.limit, LIKELY_DEPTH), place: options.place ?? null };
    return rankForGoals(of, query, rankPremises(of, query, ranking, deep), options);
  };
}
