/** The channel for queries in words by what was learned: a pool of rows by words and likeness, ranked by features. */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Weights } from '../../vectors/weights.ts';
import type { Contribution, Scored } from '../types.ts';
import { ASKED_FEATURES } from './asked.ts';
import { findCandidates } from './candidates.ts';
import { ROW_FEATURES } from './features.ts';
import { Ranker, shapeOf } from './ranker.ts';

const rankers = new WeakMap<Weights, Ranker | null>();

/** The ranker of queries in words; null where the weights hold none for these features. */
export function wordRanker(weights: Weights): Ranker | null {
  let ranker = rankers.get(weights);
  if (ranker === undefined) {
    const learned = weights.rankers.words;
    const shape = learned === undefined ? null : shapeOf(learned, ROW_FEATURES.length, ASKED_FEATURES.length);
    ranker = learned === undefined || shape === null ? null : new Ranker(learned, shape);
    rankers.set(weights, ranker);
  }
  return ranker;
}

interface Options {
  limit: number;
  explain: boolean;
  allow: ((id: number) => boolean) | null;
  /** The subject that is meant. */
  topic?: string;
}

/**
 * Rows for a query in words, best first. The score of a row is by how much the ranker puts it above the last of the
 * pool: two points more make it about seven times as likely to be what was meant.
 */
export function searchRanked(
  index: LibraryIndex,
  query: string,
  weights: Weights,
  ranker: Ranker,
  { limit, explain, allow, topic = '' }: Options,
): Scored[] {
  const { pool, rows, query: asked, lexical } = findCandidates(index, query, weights, { least: limit, allow, topic });
  // Where not one of the words stands anywhere, what is likest is no answer.
  if (lexical.terms.length === 0) return [];
  const scores = ranker.scores(rows, asked);
  const lowest = scores.reduce((least, score) => Math.min(least, score), Infinity);
  const order = Uint32Array.from(pool.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return Array.from(order.subarray(0, limit), (place) => {
    const hit = { id: pool[place]!, score: scores[place]! - lowest };
    if (!explain) return hit;
    const row = rows.subarray(place * ROW_FEATURES.length, (place + 1) * ROW_FEATURES.length);
    return { ...hit, contributions: contributionsOf(ranker, row, asked, hit.score) };
  });
}

/** By group of features, largest first; what is left is the distance from a middling row to the last of the pool. */
function contributionsOf(ranker: Ranker, row: Float32Array, asked: Float32Array, score: number): Contribution[] {
  const { points } = ranker.contributions(row, asked);
  const groups = new Map<string, number>();
  ROW_FEATURES.forEach(({ group }, i) => groups.set(group, (groups.get(group) ?? 0) + points[i]!));
  const found = [...groups]
    .map(([what, gained]) => ({ what, points: gained }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const rest = score - found.reduce((sum, { points: gained }) => sum + gained, 0);
  return [...found, { what: 'a middling row, above the last', points: rest }];
}
