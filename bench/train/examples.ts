/** Training examples of the ranker: labelled queries with the features of their pools and the rows that answer. */
import type { BenchQuery } from '../../src/bench/query-file.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { findCandidates } from '../../src/search/rank/candidates.ts';
import type { Weights } from '../../src/vectors/weights.ts';
import type { RankedQuery } from './ranking.ts';

export interface Example extends RankedQuery {
  set: string;
  style: string;
  /** Full names of the golds that are in the index. */
  gold: string[];
}

/**
 * Skips queries without an answer in the index and, if `withTopic`, queries without a topic.
 */
export function makeExamples(
  index: LibraryIndex,
  weights: Weights,
  set: string,
  queries: readonly BenchQuery[],
  { withTopic }: { withTopic: boolean },
): Example[] {
  const examples: Example[] = [];
  for (const { query: text, gold: all, style, context = [] } of queries) {
    if (withTopic && context.length === 0) continue;
    const gold = all.filter((name) => index.idsByName(name).length > 0);
    if (gold.length === 0) continue;
    const ids = new Set(gold.flatMap((name) => index.idsByName(name)));
    const { pool, rows, query } = findCandidates(index, text, weights, {
      least: 0,
      allow: null,
      topic: withTopic ? context.join(' ') : '',
    });
    const isGold = Uint8Array.from(pool, (id) => (ids.has(id) ? 1 : 0));
    examples.push({ set, style, gold, rows, query, isGold });
  }
  return examples;
}
