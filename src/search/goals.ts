/**
 * Queries that are goals: what unifies with the goal and what a proof of it is likely to name, ranked together, where
 * the index has what was learned from proofs; else by what unifies, which is also all that there is for a formula that
 * only might be a goal.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { searchGoal } from './goal.ts';
import { weightsOf } from './learned-weights.ts';
import { premiseRanking, rankPremises } from './premises/ranked-premises.ts';
import type { Channel, Scored } from './types.ts';

const TURNSTILE = /⊢|\|-/u;

/** How deep either list is joined with the other. */
const LEAST_JOINED = 100;
/** The k of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009), small since both lists are good at their top. */
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

/** Score = 1 / (k + place among what unifies) + about 1 / (k + place among likely premises). */
export function fuse(unifying: readonly Scored[], likely: readonly Scored[], explain: boolean): Scored[] {
  const fused = new Map<number, Scored>();
  const add = (list: readonly Scored[], share: number): void => {
    for (const [at, hit] of list.entries()) {
      const points = share / (FUSION + at + 1);
      const known = fused.get(hit.id);
      const contributions = explain ? [...(known?.contributions ?? []), ...scaled(hit, points)] : undefined;
      const score = (known?.score ?? 0) + points;
      fused.set(hit.id, contributions === undefined ? { id: hit.id, score } : { id: hit.id, score, contributions });
    }
  };
  add(unifying, 1);
  add(likely, PREMISE_SHARE);
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

/** What made up the hit's own score, in the same proportions, as `points` in all. */
function scaled({ score, contributions = [] }: Scored, points: number): { what: string; points: number }[] {
  if (score <= 0) return [{ what: 'its place', points }];
  return contributions.map(({ what, points: own }) => ({ what, points: (own / score) * points }));
}
