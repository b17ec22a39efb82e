/** Premise selection with learned ranking: the declarations that a proof of a goal is likely to use. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Weights } from '../../vectors/weights.ts';
import { parseGoals } from '../goal-text.ts';
import { rankerFor } from '../rank/learned-ranker.ts';
import { bestOfPool } from '../rank/ranked-pool.ts';
import type { Ranker } from '../rank/ranker.ts';
import { shapeLibrary } from '../shape-library.ts';
import type { Scored } from '../types.ts';
import type { GoalPlace } from './place-features.ts';
import { type FoundPremises, findPremises, type PremiseKnowledge, type PremiseScope } from './premise-candidates.ts';
import { GOAL_FEATURES, PREMISE_FEATURES } from './premise-features.ts';

export interface PremiseRanking extends PremiseKnowledge {
  ranker: Ranker;
}

/** Returns null if the weights have no premise tables, or no ranker for these features. */
export const premiseRanking = memoize(({ tables, premises, rankers }: Weights): PremiseRanking | null => {
  const ranker = rankerFor(rankers.premises, PREMISE_FEATURES, GOAL_FEATURES);
  return ranker === null || premises === null ? null : { tables, premises, ranker };
});

interface Options extends PremiseScope {
  limit: number;
  explain: boolean;
  place: GoalPlace | null;
}

/** The premises of a goal: those found, with their features, and the most likely, best first. */
export interface GoalPremises {
  found: FoundPremises;
  /** At most `limit`. Scores as in `bestOfPool`. */
  likely: readonly Scored[];
}

/** For the first goal of `text`; null if no goal can be parsed. */
export function rankPremises(
  index: LibraryIndex,
  text: string,
  { ranker, ...knowledge }: PremiseRanking,
  { limit, explain, place, ...scope }: Options,
): GoalPremises | null {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  if (goal === undefined) return null;
  const found = findPremises(index, { text, goal, place }, knowledge, scope);
  return { found, likely: bestOfPool(found, ranker, PREMISE_FEATURES, { limit, explain }) };
}
