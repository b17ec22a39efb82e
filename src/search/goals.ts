/**
 * Channel for goals: fuses the declarations that unify with the goal and the likely premises of its proof. Uses only
 * unification if the index has no learned premise ranking, or for a formula without `⊢`, which may not be a goal.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { reciprocalRankFusion } from './rank-fusion.ts';
import { searchGoal } from './goal-channel.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel, Scored } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** Minimum rows of each list that are fused. */
const MIN_FUSION_DEPTH = 100;
/** k of reciprocal rank fusion. Small, because both lists are good at their top. */
const FUSION = 3;
/** Slightly below 1: at equal rank, the unifying row comes first. */
const PREMISE_SHARE = 0.99;

/** The channel for goals to this index. */
export function goalChannel(index: LibraryIndex): Channel {
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (ranking === null) return searchGoal;
  return (of, query, options) => {
    if (!TURNSTILE.test(query)) return searchGoal(of, query, options);
    const deep = { ...options, limit: Math.max(options.limit, MIN_FUSION_DEPTH) };
    // `searchGoal` throws if the query cannot be read as a goal.
    const unifying = searchGoal(of, query, deep);
    const likely = rankPremises(of, query, ranking, { ...deep, place: options.place ?? null });
    return fuse(unifying, likely, options.explain).slice(0, options.limit);
  };
}

/** Reciprocal rank fusion of both lists. */
export function fuse(unifying: readonly Scored[], likely: readonly Scored[], explain: boolean): Scored[] {
  const lists = [
    { hits: unifying, share: 1 },
    { hits: likely, share: PREMISE_SHARE },
  ];
  return reciprocalRankFusion(lists, FUSION, explain);
}
