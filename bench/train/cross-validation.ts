/** Cross-validation by answer: no query is ranked by weights that were trained on one of its answers. */
import { makeRandom } from '../../src/base/random.ts';
import { meanScores, scoreQuery } from '../../src/bench/metrics.ts';
import type { QueryScores } from '../../src/bench/retrieval-schema.ts';
import { Ranker } from '../../src/search/rank/ranker.ts';
import type { Example } from './examples.ts';
import type { Learners } from './learners.ts';
import type { RankingOptions } from './ranking.ts';

/**
 * Assigns each example to a fold. Queries that share an answer, directly or through others, go into the same fold.
 */
export function foldsByGold(examples: readonly Pick<Example, 'gold'>[], folds: number, seed: number): Uint8Array {
  const parent = examples.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  const firstWith = new Map<string, number>();
  examples.forEach(({ gold }, i) => {
    for (const name of gold) {
      const other = firstWith.get(name);
      if (other === undefined) firstWith.set(name, i);
      else parent[find(i)] = find(other);
    }
  });
  const random = makeRandom(seed);
  const foldOf = new Map<number, number>();
  return Uint8Array.from(examples, (_, i) => {
    const root = find(i);
    let fold = foldOf.get(root);
    if (fold === undefined) foldOf.set(root, (fold = Math.floor(random() * folds)));
    return fold;
  });
}

/** Scores each example with rankers trained without its fold; the scores of the rankers from all `seeds` are summed. */
export async function crossValidate(
  { examples, learners, folds }: { examples: readonly Example[]; learners: Learners; folds: Uint8Array },
  options: RankingOptions,
  seeds: readonly number[],
): Promise<QueryScores[]> {
  const scores = new Array<QueryScores>(examples.length);
  const validate = async (fold: number): Promise<void> => {
    const trainingSet = [...examples.keys()].filter((i) => folds[i] !== fold);
    const learned = await Promise.all(seeds.map((seed) => learners.learn(trainingSet, { ...options, seed })));
    const rankers = learned.map((weights) => new Ranker(weights, options));
    examples.forEach((example, i) => {
      if (folds[i] === fold) scores[i] = scoreExample(example, rankers);
    });
  };
  await Promise.all([...new Set(folds)].map(validate));
  return scores;
}

/** Ranks the pool by the summed scores of the rankers and scores the answers. An answer outside the pool has no rank. */
export function scoreExample(example: Example, rankers: readonly Ranker[]): QueryScores {
  const { rows, query, isGold, gold } = example;
  const sums = new Float64Array(isGold.length);
  for (const ranker of rankers) ranker.scores(rows, query).forEach((score, i) => (sums[i]! += score));
  const order = Uint32Array.from(sums.keys()).sort((a, b) => sums[b]! - sums[a]! || a - b);
  const ranks: (number | null)[] = [];
  order.forEach((row, place) => {
    if (isGold[row] === 1) ranks.push(place + 1);
  });
  while (ranks.length < gold.length) ranks.push(null);
  return scoreQuery(ranks.slice(0, gold.length));
}

/** Means by group, in alphabetical order. */
export function scoresBy(
  examples: readonly Example[],
  scores: readonly QueryScores[],
  groupOf: (example: Example) => string,
): Record<string, QueryScores & { n: number }> {
  const groups = new Map<string, QueryScores[]>();
  examples.forEach((example, i) => {
    const name = groupOf(example);
    groups.set(name, [...(groups.get(name) ?? []), scores[i]!]);
  });
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, members]) => [name, { n: members.length, ...meanScores(members) }]));
}
