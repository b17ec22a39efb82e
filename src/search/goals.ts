/**
 * Queries that are goals: what unifies with the goal and what a proof of it is likely to name, ranked together, where
 * the index has what was learned from proofs; else by what unifies, which is also all that there is for a formula that
 * only might be a goal.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { fuseByPlaces } from './fuse-by-places.ts';
import { searchGoal } from './goal.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel, Scored } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** How deep either list is joined with the other. */
const LEAST_JOINED = 100;
/** The k of reciprocal rank fusion, small since both lists are good at their top. */
const FUSION = 3;
/** Of two rows at one place what unifies comes first. */
const PREMISE_SHARE = 0.99;

/** The channel for goals to this index. */
export function goalChannel(index: LibraryIndex): Channel {
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (ranking === null) return searchGoal;
  return (of, query, options) => {
    if (!TURNSTILE.test(query)) return searchGoal(of, query, options);
    const deep = { ...options, limit: Math.max(options.limit, LEAST_JOINED) };
    // What cannot be read as a goal is told by the first.
    const unifying = searchGoal(of, query, deep);
    const likely = rankPremises(of, query, ranking, { ...deep, place: options.place ?? null });
    return fuse(unifying, likely, options.explain).slice(0, options.limit);
  };
}

/** As one list, by places. */
export function fuse(unifying: readonly Scored[], likely: readonly Scored[], explain: boolean): Scored[] {
  const lists = [
    { hits: unifying, share: 1 },
    { hits: likely, share: PREMISE_SHARE },
  ];
  return fuseByPlaces(lists, FUSION, explain);
}
