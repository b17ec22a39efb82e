/**
 * `node bench/train/goals/learn.ts --index FILE --examples FILE… [--limit N] [--part K/N] [--queries FILE]
 * [--weights FILE]`: learns the order of rows for a goal from the one-line proofs of the development half of an indexed
 * library, and from goals with known answers.
 *
 * With an index, computes examples and writes them to the one file of `--examples`: those of the goals in the query file
 * `--queries`, or without it those of one-line proofs, whose parts can be computed by several processes. Otherwise reads
 * all files, prints cross-validated scores and, with `--weights`, writes the ranker to a weights file.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readQueryFile } from '../../../src/bench/query-file.ts';
import { openIndex } from '../../../src/index/open.ts';
import { ORDER_FEATURES, ORDER_GOAL_FEATURES } from '../../../src/search/goal-order.ts';
import { weightsOf } from '../../../src/search/learned-weights.ts';
import { premiseRanking } from '../../../src/search/premises/ranked-premises.ts';
import { featuresId } from '../../../src/search/rank/learned-ranker.ts';
import { Ranker } from '../../../src/search/rank/ranker.ts';
import { print, readFlags } from '../../harness.ts';
import { Learners } from '../learners.ts';
import { mergeRankers } from '../merge-rankers.ts';
import { withRanker } from '../with-ranker.ts';
import { type GoalExample, goalExamples, ownExamples, readExamples, writeExamples } from './examples.ts';

const OPTIONS = {
  rowFeatures: ORDER_FEATURES.length,
  queryFeatures: ORDER_GOAL_FEATURES.length,
  hidden: 16,
  epochs: 10,
  rate: 3e-3,
  decay: 5e-3,
  dropout: 0.2,
  batch: 16,
  sample: 120,
  answers: 'any',
} as const;
const FOLDS = 5;
/** Number of nets; their mean is shipped. */
const ENSEMBLE = 2;
const SEED = 1;
/** How often an epoch repeats each of our own goals: they are few, and are goals as people ask them. */
const OWN_REPEATS = 3;

const flags = readFlags(
  {
    index: { type: 'string' },
    examples: { type: 'string', multiple: true },
    limit: { type: 'string', default: '6000' },
    part: { type: 'string', default: '0/1' },
    queries: { type: 'string' },
    weights: { type: 'string' },
  },
  ['examples'],
);
if (flags.index === undefined) await learn(flags.examples.flatMap(readExamples));
else await compute(flags.index, flags.examples[0]!);

async function compute(path: string, to: string): Promise<void> {
  const index = openIndex(path);
  const { weights } = weightsOf(index);
  const ranking = weights === null ? null : premiseRanking(weights);
  if (ranking === null) throw new Error(`${path} has no vectors of the shipped weights`);
  const [part, of] = flags.part.split('/').map(Number) as [number, number];
  const examples =
    flags.queries === undefined
      ? goalExamples(index, ranking, { limit: Number(flags.limit), seed: SEED, part, of })
      : ownExamples(index, ranking, await readQueryFile(flags.queries));
  writeExamples(to, examples);
  index.close();
}

async function learn(examples: readonly GoalExample[]): Promise<void> {
  report(
    'by points',
    examples,
    examples.map(({ answerAt }) => (answerAt < 0 ? Infinity : answerAt)),
  );
  const learners = new Learners(examples);
  const seeds = Array.from({ length: ENSEMBLE }, (_, at) => SEED + at);
  const learnFrom = (indices: readonly number[]): Promise<Float32Array[]> => {
    const members = indices.flatMap((at) => new Array<number>(examples[at]!.isOwn ? OWN_REPEATS : 1).fill(at));
    return Promise.all(seeds.map((seed) => learners.learn(members, { ...OPTIONS, seed })));
  };
  if (flags.weights !== undefined) {
    const weights = mergeRankers(await learnFrom([...examples.keys()]), OPTIONS);
    const features = featuresId(ORDER_FEATURES, ORDER_GOAL_FEATURES);
    writeFileSync(flags.weights, withRanker(readFileSync(flags.weights), 'goals', { features, weights }));
  }
  const places = new Array<number>(examples.length);
  await Promise.all(
    Array.from({ length: FOLDS }, async (_, fold) => {
      const rankers = await learnFrom([...examples.keys()].filter((at) => foldOf(examples[at]!) !== fold));
      const ranker = merged(rankers);
      for (const [at, example] of examples.entries())
        if (foldOf(example) === fold) places[at] = placeOfAnswer(ranker, example);
    }),
  );
  report('cross-validated', examples, places);
  await learners.close();
}

/** Theorems of one file are in the same fold. */
function foldOf({ file }: GoalExample): number {
  return Number.parseInt(hash('sha256', `fold ${file}`, 'hex').slice(0, 8), 16) % FOLDS;
}

function merged(rankers: readonly Float32Array[]): Ranker {
  return new Ranker(mergeRankers(rankers, OPTIONS), { ...OPTIONS, hidden: OPTIONS.hidden * rankers.length });
}

function placeOfAnswer(ranker: Ranker, { rows, query, isGold }: GoalExample): number {
  const scores = ranker.scores(rows, query);
  const best = scores.reduce((max, score, at) => (isGold[at] === 1 ? Math.max(max, score) : max), -Infinity);
  return best === -Infinity ? Infinity : scores.filter((score) => score > best).length;
}

function report(name: string, examples: readonly GoalExample[], places: readonly number[]): void {
  const line = (which: string, isIn: (example: GoalExample) => boolean): void => {
    const own = places.filter((_, at) => isIn(examples[at]!));
    const within = [1, 5, 10].map((k) => (own.filter((place) => place < k).length / own.length).toFixed(3));
    print(`${name}, ${which}: ${own.length} goals, first ${within.join(' · ')}`);
  };
  for (const hasPlace of [false, true]) {
    const which = hasPlace ? 'with a place' : 'without a place';
    line(which, (one) => !one.isOwn && one.hasPlace === hasPlace);
    line(`${which}, with hypotheses`, (one) => !one.isOwn && one.hasPlace === hasPlace && one.facts > 0);
  }
  line('our own goals', ({ isOwn }) => isOwn);
}
