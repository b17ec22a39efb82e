/** Ranking metrics against known answers, and confidence intervals of their means. */
import { makeRandom } from '../base/random.ts';
import type { QueryScores } from './retrieval-schema.ts';

export const MEASURES = ['ndcg@10', 'recall@1', 'recall@3', 'recall@10', 'recall@50', 'mrr'] as const;

/** DCG of binary gains over the ideal DCG: Σ 1/log2(1 + rank) over the golds found by rank k. */
export function ndcg(ranks: readonly (number | null)[], k: number): number {
  let gain = 0;
  for (const rank of ranks) if (rank !== null && rank <= k) gain += discount(rank);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(k, ranks.length); rank++) ideal += discount(rank);
  return ideal === 0 ? 0 : gain / ideal;
}

function discount(rank: number): number {
  return 1 / Math.log2(1 + rank);
}

/** Share of the golds in the first k results. */
export function recall(ranks: readonly (number | null)[], k: number): number {
  if (ranks.length === 0) return 0;
  return ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length;
}

/** 1 / rank of the first gold; 0 if none was found. */
export function reciprocalRank(ranks: readonly (number | null)[]): number {
  const found = ranks.filter((rank) => rank !== null);
  return found.length === 0 ? 0 : 1 / Math.min(...found);
}

/** All metrics of one query, from the rank of each of its golds: from 1, null if it was not found. */
export function scoreQuery(ranks: readonly (number | null)[]): QueryScores {
  return {
    'ndcg@10': ndcg(ranks, 10),
    'recall@1': recall(ranks, 1),
    'recall@3': recall(ranks, 3),
    'recall@10': recall(ranks, 10),
    'recall@50': recall(ranks, 50),
    mrr: reciprocalRank(ranks),
  };
}

/** Mean of each metric; zeros if there is no query. */
export function meanScores(scores: readonly QueryScores[]): QueryScores {
  const means = scoreQuery([]);
  for (const measure of MEASURES) means[measure] = mean(scores.map((each) => each[measure]));
  return means;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The `p`-quantile of the values, by the nearest-rank method. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
}

export function latencyOf(milliseconds: readonly number[]): { median: number; p95: number; max: number } {
  const [median, p95, max] = [0.5, 0.95, 1].map((p) => percentile(milliseconds, p)) as [number, number, number];
  return { median, p95, max };
}

/**
 * 95 % confidence interval of the mean by the percentile bootstrap (Efron 1979) with `resamples` resamples. The same
 * seed gives the same interval on every machine.
 */
export function bootstrapInterval(values: readonly number[], resamples = 1000, seed = 1): [number, number] {
  if (values.length === 0) return [0, 0];
  const random = makeRandom(seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort();
  return [means[Math.floor(0.025 * resamples)]!, means[Math.ceil(0.975 * resamples) - 1]!];
}
