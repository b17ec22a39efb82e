/** The ranker of queries in words: its settings, its cross-validated scores, and what each group of features gives. */
import { bootstrapInterval, meanScores, type QueryScores } from '../../src/bench/metrics.ts';
import { ASKED_FEATURES } from '../../src/search/rank/asked.ts';
import { ROW_FEATURES } from '../../src/search/rank/features.ts';
import { mergeRankers, Ranker } from '../../src/search/rank/ranker.ts';
import { crossValidate, foldsByGold, scoreExample, scoresBy } from './cross-validation.ts';
import type { Example } from './examples.ts';
import { learnRanking, type RankingOptions } from './ranking.ts';

const FOLDS = 5;
/** Nets whose mean is shipped. */
const ENSEMBLE = 2;

const OPTIONS: Omit<RankingOptions, 'seed'> = {
  rowFeatures: ROW_FEATURES.length,
  queryFeatures: ASKED_FEATURES.length,
  hidden: 16,
  epochs: 15,
  rate: 3e-3,
  decay: 3e-3,
  dropout: 0.3,
  batch: 16,
  sample: 250,
};

interface SetScores extends QueryScores {
  n: number;
  interval: [number, number];
}

export interface WordRankerReport {
  /** Means by set of queries. */
  summary: Record<string, Pick<QueryScores, 'ndcg@10' | 'recall@10'>>;
  cross_validated: Record<string, SetScores>;
  by_style: Record<string, QueryScores & { n: number }>;
  /** By the weights that are shipped, which have seen the answers. */
  seen: Record<string, QueryScores & { n: number }>;
  /** Share of queries with an answer in the pool. */
  in_pool: Record<string, number>;
  /** Cross-validated scores without a group of features. */
  ablation: Record<string, Record<string, SetScores>>;
}

export interface LearnOptions {
  seed: number;
  ablation: boolean;
  say: (what: string) => void;
}

export function learnWordRanker(
  examples: readonly Example[],
  { seed, ablation, say }: LearnOptions,
): { ranker: Float32Array; report: WordRankerReport } {
  const seeds = Array.from({ length: ENSEMBLE }, (_, i) => seed + i);
  const folds = foldsByGold(examples, FOLDS, seed);
  const validate = (some: readonly Example[], with_: readonly number[]): QueryScores[] =>
    crossValidate(some, folds, { ...OPTIONS, seed }, with_);
  const scores = validate(examples, seeds);
  const crossValidated = bySet(examples, scores);
  say(`cross-validated: ${inShort(crossValidated)}`);
  const without: WordRankerReport['ablation'] = {};
  if (ablation) {
    without['nothing left out, one net'] = bySet(examples, validate(examples, [seed]));
    for (const group of new Set(ROW_FEATURES.map((feature) => feature.group))) {
      without[group] = bySet(
        examples,
        validate(
          examples.map((example) => withoutGroup(example, group)),
          [seed],
        ),
      );
      say(`without ${group}: ${inShort(without[group])}`);
    }
  }
  const ranker = mergeRankers(
    seeds.map((each) => learnRanking(examples, { ...OPTIONS, seed: each })),
    OPTIONS,
  );
  const shipped = new Ranker(ranker, { ...OPTIONS, hidden: OPTIONS.hidden * ENSEMBLE });
  const seen = examples.map((example) => scoreExample(example, [shipped]));
  return {
    ranker,
    report: {
      summary: Object.fromEntries(
        Object.entries(crossValidated).map(([set, each]) => [
          set,
          { 'ndcg@10': each['ndcg@10'], 'recall@10': each['recall@10'] },
        ]),
      ),
      cross_validated: crossValidated,
      by_style: scoresBy(examples, scores, ({ set, style }) => `${set}: ${style}`),
      seen: scoresBy(examples, seen, ({ set }) => set),
      in_pool: inPool(examples),
      ablation: without,
    },
  };
}

function bySet(examples: readonly Example[], scores: readonly QueryScores[]): Record<string, SetScores> {
  const sets = [...new Set(examples.map(({ set }) => set))];
  return Object.fromEntries(
    sets.map((set) => {
      const own = scores.filter((_, i) => examples[i]!.set === set);
      const interval = bootstrapInterval(own.map((each) => each['ndcg@10']));
      return [set, { n: own.length, ...meanScores(own), interval }];
    }),
  );
}

function inPool(examples: readonly Example[]): Record<string, number> {
  const found = new Map<string, { n: number; all: number }>();
  for (const { set, isGold } of examples) {
    const { n, all } = found.get(set) ?? { n: 0, all: 0 };
    found.set(set, { n: n + (isGold.includes(1) ? 1 : 0), all: all + 1 });
  }
  return Object.fromEntries([...found].map(([set, { n, all }]) => [set, n / all]));
}

/** The example with a group of features set to zero. */
function withoutGroup(example: Example, group: string): Example {
  const rows = example.rows.slice();
  const width = ROW_FEATURES.length;
  ROW_FEATURES.forEach((feature, column) => {
    if (feature.group === group) for (let at = column; at < rows.length; at += width) rows[at] = 0;
  });
  return { ...example, rows };
}

function inShort(scores: Record<string, SetScores>): string {
  return Object.entries(scores)
    .map(([set, each]) => `${set} ${each['ndcg@10'].toFixed(3)} (R@10 ${each['recall@10'].toFixed(3)})`)
    .join(', ');
}
