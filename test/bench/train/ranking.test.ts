import { describe, expect, test } from 'vitest';
import { scoreExample } from '../../../bench/train/cross-validation.ts';
import type { Example } from '../../../bench/train/examples.ts';
import { learnRanking, type RankingOptions } from '../../../bench/train/ranking.ts';
import { layoutOf, Ranker } from '../../../src/search/rank/ranker.ts';
import { seededRandom } from '../../index/random-library.ts';

const POOL = 20;
const OPTIONS: RankingOptions = {
  rowFeatures: 3,
  queryFeatures: 1,
  hidden: 8,
  epochs: 40,
  rate: 0.02,
  decay: 1e-4,
  dropout: 0,
  batch: 8,
  sample: 15,
  seed: 1,
};

/** The answer is the row with the highest first or second feature, depending on the query. The third is noise. */
function toyExamples(count: number, seed: number): Example[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i): Example => {
    const rows = Float32Array.from({ length: POOL * OPTIONS.rowFeatures }, () => random(1000) / 1000);
    const feature = i % 2;
    let best = 0;
    for (let row = 1; row < POOL; row++) if (rows[row * 3 + feature]! > rows[best * 3 + feature]!) best = row;
    const isGold = new Uint8Array(POOL);
    isGold[best] = 1;
    return {
      set: 'toy',
      style: 'toy',
      gold: [`row${best}`],
      rows,
      query: Float32Array.of(feature),
      isGold,
    };
  });
}

function share(examples: readonly Example[], weights: Float32Array): number {
  const ranker = new Ranker(weights, OPTIONS);
  return examples.filter((example) => scoreExample(example, [ranker])['recall@1'] === 1).length / examples.length;
}

describe('learnRanking', () => {
  const training = toyExamples(200, 1);
  const unseen = toyExamples(100, 2);
  const learned = learnRanking(training, OPTIONS);

  test('learns which feature the query selects, and ignores the noise', () => {
    expect(share(unseen, new Float32Array(layoutOf(OPTIONS).length).fill(1))).toBeLessThan(0.5);
    expect(share(unseen, learned)).toBeGreaterThan(0.8);
  });

  test('returns the same weights for the same seed and different ones for another seed', () => {
    expect(learnRanking(training, OPTIONS)).toEqual(learned);
    expect(learnRanking(training, { ...OPTIONS, seed: 2 })).not.toEqual(learned);
  });

  test('skips queries whose answers are not in their pools', () => {
    const without = toyExamples(3, 5).map((example) => ({ ...example, isGold: new Uint8Array(POOL) }));
    expect(learnRanking([...training, ...without], OPTIONS)).toEqual(learned);
  });

  test('does not use an ignored feature', () => {
    const ranker = new Ranker(learnRanking(training, { ...OPTIONS, ignored: [1] }), OPTIONS);
    const { rows, query } = unseen[0]!;
    const altered = rows.map((value, i) => (i % 3 === 1 ? value + 7 : value));
    expect(ranker.scores(altered, query)).toEqual(ranker.scores(rows, query));
  });
});

test('scoreExample counts an answer outside the pool as not found', () => {
  const [example] = toyExamples(1, 3) as [Example];
  const ranker = new Ranker(new Float32Array(layoutOf(OPTIONS).length).fill(1), OPTIONS);
  const { 'recall@50': recall } = scoreExample({ ...example, gold: [...example.gold, 'elsewhere'] }, [ranker]);
  expect(recall).toBe(0.5);
});
