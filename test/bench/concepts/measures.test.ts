/** The measures of searches for definitions, against values computed by hand. */
import { expect, it } from 'vitest';
import { constantAnswers, measureAnswers, mostFrequent } from '../../../src/bench/concepts/measures.ts';

const ANSWERS = [
  { gold: ['a', 'b'], names: ['a', 'x', 'b', 'y'] },
  { gold: ['a'], names: ['x', 'y', 'z', 'w', 'v', 'u', 'a'] },
  { gold: ['c'], names: [] },
];

const meanOf = (measure: keyof ReturnType<typeof measureAnswers>) => measureAnswers(ANSWERS)[measure].mean;

it('hit, recall, precision and F1 are means over the problems', () => {
  expect(meanOf('hit@1')).toBeCloseTo(1 / 3);
  expect(meanOf('recall@1')).toBeCloseTo(0.5 / 3);
  expect(meanOf('precision@3')).toBeCloseTo(2 / 3 / 3);
  expect(meanOf('f1@3')).toBeCloseTo(0.8 / 3);
  expect(meanOf('hit@10')).toBeCloseTo(2 / 3);
  expect(meanOf('precision@10')).toBeCloseTo(0.3 / 3);
});

it('macro recall counts each definition once, however many problems need it', () => {
  expect(meanOf('macro-recall@3')).toBeCloseTo((0.5 + 1 + 0) / 3);
  expect(meanOf('macro-recall@10')).toBeCloseTo((1 + 1 + 0) / 3);
});

it('an interval contains its mean, and no answers give zeros', () => {
  const { mean, interval } = measureAnswers(ANSWERS)['recall@3'];
  expect(interval[0]).toBeLessThanOrEqual(mean);
  expect(interval[1]).toBeGreaterThanOrEqual(mean);
  expect(measureAnswers([])['f1@5']).toEqual({ mean: 0, interval: [0, 0] });
});

it('the constant of a problem comes from the other half', () => {
  expect(mostFrequent([['b'], ['a'], ['b', 'c']], 2)).toEqual(['b', 'a']);
  expect(constantAnswers([['a'], ['b'], ['a'], ['b', 'c']]).map(({ names }) => names)).toEqual([
    ['b', 'c'],
    ['a'],
    ['b', 'c'],
    ['a'],
  ]);
});
