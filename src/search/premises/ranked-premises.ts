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
import { findPremises, type PremiseKnowledge, type PremiseScope } from './premise-candidates.ts';
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

/** Rows for the first goal of `text`, best first; empty if no goal can be parsed. Scores as in `bestOfPool`. */
export function rankPremises(
  index: LibraryIndex,
  text: string,
  { ranker, ...knowledge }: PremiseRanking,
  { limit, explain, place, ...scope }: Options,
): Scored[] {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  if (goal === undefined) return [];
  const found = findPremises(index, { text, goal, place }, knowledge, scope);
  return bestOfPool(found, ranker, PREMISE_FEATURES, { limit, explain });
}
