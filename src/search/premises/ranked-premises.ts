/** The channel for premises by what was learned from proofs: which declarations a proof of a goal is likely to name. */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Weights } from '../../vectors/weights.ts';
import { parseGoals } from '../goal-text.ts';
import { Ranker, shapeOf } from '../rank/ranker.ts';
import { shapeLibrary } from '../shape-library.ts';
import type { Contribution, Scored } from '../types.ts';
import type { GoalPlace } from './place-look.ts';
import { findPremises, type PremiseKnowledge } from './premise-candidates.ts';
import { GOAL_FEATURES, PREMISE_FEATURES } from './premise-features.ts';

export interface PremiseRanking extends PremiseKnowledge {
  ranker: Ranker;
}

const rankings = new WeakMap<Weights, PremiseRanking | null>();

/** What ranks premises; null where the weights hold nothing for these features. */
export function premiseRanking(weights: Weights): PremiseRanking | null {
  let ranking = rankings.get(weights);
  if (ranking === undefined) {
    const { tables, premises, rankers } = weights;
    const learned = rankers.premises;
    const shape = learned === undefined ? null : shapeOf(learned, PREMISE_FEATURES.length, GOAL_FEATURES.length);
    ranking =
      learned === undefined || shape === null || premises === null
        ? null
        : { tables, premises, ranker: new Ranker(learned, shape) };
    rankings.set(weights, ranking);
  }
  return ranking;
}

interface Options {
  limit: number;
  explain: boolean;
  allow: ((id: number) => boolean) | null;
  place: GoalPlace | null;
}

/**
 * Rows for the first goal of `text`, best first; none if no goal can be read. The score of a row is by how much the
 * ranker puts it above the last of the pool.
 */
export function rankPremises(
  index: LibraryIndex,
  text: string,
  { ranker, ...knowledge }: PremiseRanking,
  { limit, explain, allow, place }: Options,
): Scored[] {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  if (goal === undefined) return [];
  const { pool, rows, query } = findPremises(index, { text, goal, place }, knowledge, allow);
  const scores = ranker.scores(rows, query);
  const lowest = scores.reduce((least, score) => Math.min(least, score), Infinity);
  const order = Uint32Array.from(pool.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return Array.from(order.subarray(0, limit), (at) => {
    const hit = { id: pool[at]!, score: scores[at]! - lowest };
    if (!explain) return hit;
    const row = rows.subarray(at * PREMISE_FEATURES.length, (at + 1) * PREMISE_FEATURES.length);
    return { ...hit, contributions: contributionsOf(ranker, row, query, hit.score) };
  });
}

/** By group of features, largest first; what is left is the distance from a middling row to the last of the pool. */
function contributionsOf(ranker: Ranker, row: Float32Array, goal: Float32Array, score: number): Contribution[] {
  const { points } = ranker.contributions(row, goal);
  const groups = new Map<string, number>();
  PREMISE_FEATURES.forEach(({ group }, i) => groups.set(group, (groups.get(group) ?? 0) + points[i]!));
  const found = [...groups]
    .map(([what, gained]) => ({ what, points: gained }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const rest = score - found.reduce((sum, { points: gained }) => sum + gained, 0);
  return [...found, { what: 'a middling row, above the last', points: rest }];
}
