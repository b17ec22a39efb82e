/** Trains the ranker of word queries: its settings, cross-validated scores, and the effect of each group of features. */
import { bootstrapInterval, meanScores } from '../../src/bench/metrics.ts';
import type { QueryScores } from '../../src/bench/retrieval-schema.ts';
import { QUERY_FEATURES } from '../../src/search/rank/encoded-query.ts';
import { ROW_FEATURES } from '../../src/search/rank/features.ts';
import { Ranker } from '../../src/search/rank/ranker.ts';
import { crossValidate, foldsByGold, scoreExample, scoresBy } from './cross-validation.ts';
import type { Example } from './examples.ts';
import { Learners } from './learners.ts';
import { mergeRankers } from './merge-rankers.ts';
import type { RankingOptions } from './ranking.ts';

const FOLDS = 5;
/** Number of nets; their mean is shipped. */
const ENSEMBLE = 2;

const OPTIONS: Omit<RankingOptions, 'seed'> = {
  rowFeatures: ROW_FEATURES.length,
  queryFeatures: QUERY_FEATURES.length,
  hidden: 16,
  epochs: 15,
  rate: 3e-3,
  decay: 3e-3,
  dropout: 0.3,
  batch: 16,
  sample: 180,
};

/** Ablation uses one net per fold and half the steps. The reference run without omission uses the same settings. */
const ABLATION: Partial<RankingOptions> = { epochs: 8, sample: 120 };

/** Feature groups that are omitted together. The keys are in `report.json`. */
const INGREDIENTS: Record<string, readonly string[]> = {
  'likeness of tokens and vectors': ['meaning'],
  'words by part': ['name', 'docstring', 'statement', 'module'],
  'what a row is': ['kind', 'origin', 'uses', 'flags', 'length'],
  formula: ['formula'],
  'glossary, as a part of its own': ['glossary'],
  'words, all parts together': ['words'],
  'places in the pool': ['place'],
  topic: ['topic'],
};

interface SetScores extends QueryScores {
  n: number;
  interval: [number, number];
}

/** Scores of queries by rankers that were not trained on their answers. */
interface Validated {
  by_set: Record<string, SetScores>;
  by_style: Record<string, QueryScores & { n: number }>;
}

export interface WordRankerReport {
  /** Means by query set. */
  summary: Record<string, Pick<QueryScores, 'ndcg@10' | 'recall@10'>>;
  cross_validated: Validated;
  /** Scores by the shipped weights, which were trained on the answers. */
  seen: Record<string, QueryScores & { n: number }>;
  /** Share of queries with an answer in the pool. */
  in_pool: Record<string, number>;
  /** Cross-validated scores without a group of features. */
  ablation: Record<string, Validated>;
}

export interface LearnOptions {
  seed: number;
  ablation: boolean;
  log: (message: string) => void;
}

export async function learnWordRanker(
  examples: readonly Example[],
  { seed, ablation, log }: LearnOptions,
): Promise<{ ranker: Float32Array; report: WordRankerReport }> {
  const learners = new Learners(examples);
  const seeds = Array.from({ length: ENSEMBLE }, (_, i) => seed + i);
  const folds = foldsByGold(examples, FOLDS, seed);
  const validate = async (nets: readonly number[], settings: Partial<RankingOptions> = {}): Promise<Validated> => {
    const options = { ...OPTIONS, seed, ...settings };
    const scores = await crossValidate({ examples, learners, folds }, options, nets);
    const by_style = scoresBy(examples, scores, ({ set, style }) => `${set}: ${style}`);
    return { by_set: bySet(examples, scores), by_style };
  };
  const validated = await validate(seeds);
  log(`cross-validated: ${formatScores(validated.by_set)}`);
  const without: WordRankerReport['ablation'] = {};
  if (ablation) {
    without['nothing left out'] = await validate([seed], ABLATION);
    for (const [ingredient, groups] of Object.entries(INGREDIENTS)) {
      const ignored = [...ROW_FEATURES.keys()].filter((i) => groups.includes(ROW_FEATURES[i]!.group));
      without[ingredient] = await validate([seed], { ...ABLATION, ignored });
      log(`without ${ingredient}: ${formatScores(without[ingredient].by_set)}`);
    }
  }
  const all = [...examples.keys()];
  const learned = await Promise.all(seeds.map((each) => learners.learn(all, { ...OPTIONS, seed: each })));
  await learners.close();
  const ranker = mergeRankers(learned, OPTIONS);
  const shipped = new Ranker(ranker, { ...OPTIONS, hidden: OPTIONS.hidden * ENSEMBLE });
  const seen = examples.map((example) => scoreExample(example, [shipped]));
  return {
    ranker,
    report: {
      summary: Object.fromEntries(
        Object.entries(validated.by_set).map(([set, each]) => [
          set,
          { 'ndcg@10': each['ndcg@10'], 'recall@10': each['recall@10'] },
        ]),
      ),
      cross_validated: validated,
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

function formatScores(scores: Record<string, SetScores>): string {
  return Object.entries(scores)
    .map(([set, each]) => `${set} ${each['ndcg@10'].toFixed(3)} (R@10 ${each['recall@10'].toFixed(3)})`)
    .join(', ');
}
