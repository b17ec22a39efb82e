/**
 * Channel for goals, with the likely premises of the first goal. Uses only unification if the index has no learned
 * premise ranking, or for a formula without `⊢`, which may not be a goal. The learned order is for pasted goals only.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { rankForGoals, searchGoal } from './goal-channel.ts';
import { goalRanker } from './goal-order.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** Minimum number of likely premises that are ranked. */
export const LIKELY_DEPTH = 400;

/** The channel for goals to this index. */
export function goalChannel(index: LibraryIndex): Channel {
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (weights === null || ranking === null) return searchGoal;
  return (of, query, options) => {
    const deep = { ...options, limit: Math.max(options.limit, LIKELY_DEPTH), place: options.place ?? null };
    const premises = TURNSTILE.test(query) ? rankPremises(of, query, ranking, deep) : null;
    // At a place in a file, `prove` needs premises of every step, and the learned order is for a single step.
    const ranker = options.place === undefined ? goalRanker(weights) : null;
    return rankForGoals(of, query, { premises, ranker }, options);
  };
}
