import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LexicalScores } from '../../../src/search/lexical.ts';
import { choosePool, MIN_SIMILARITY, SIMILARITY_SHARE } from '../../../src/search/rank/pool.ts';

/** Rows per list, as in the pool. */
const LIST_SIZES = { words: 500, wordsOnly: 250, similar: 400, both: 500 };

interface Rows {
  scores: number[];
  similarity: number[];
  priors: number[];
}

/** Few distinct values, so many are equal; a prior of 0 is a deleted row. */
function rowsOf(count: number): fc.Arbitrary<Rows> {
  const list = (...values: number[]) =>
    fc.array(fc.constantFrom(...values), { minLength: count, maxLength: count, size: 'max' });
  return fc.record({
    scores: list(0, 0, 1, 1.5, 4),
    similarity: list(-0.5, 0, 0.125, 0.25, 0.5, 0.75),
    priors: list(0, 0.5, 1, 1.25),
  });
}

function pool({ scores, similarity, priors }: Rows, allow: ((id: number) => boolean) | null, least: number): number[] {
  const lexical = { scores: Float32Array.from(scores), total: 4, priors: Float32Array.from(priors), maxPrior: 1.25 };
  return choosePool(lexical as unknown as LexicalScores, Float32Array.from(similarity), allow, least);
}

/** Reference implementation: sorts all rows by each value. */
function expected({ scores, similarity, priors }: Rows, allow: (id: number) => boolean, least: number): number[] {
  const scaling = Math.max(1, least / LIST_SIZES.both);
  const similarities = similarity.map((value) => Math.max(0, value));
  const best = (value: (id: number) => number, count: number): number[] =>
    [...scores.keys()]
      .filter(
        (id) =>
          priors[id]! > 0 && allow(id) && value(id) > 0 && (scores[id]! > 0 || similarities[id]! > MIN_SIMILARITY),
      )
      .sort((a, b) => value(b) - value(a) || a - b)
      .slice(0, Math.ceil(count * scaling));
  return [
    ...new Set([
      ...best((id) => (scores[id]! / 4) * priors[id]!, LIST_SIZES.words),
      ...best((id) => scores[id]! / 4, LIST_SIZES.wordsOnly),
      ...best((id) => similarities[id]! * priors[id]!, LIST_SIZES.similar),
      ...best((id) => (scores[id]! / 4 + SIMILARITY_SHARE * similarities[id]!) * priors[id]!, LIST_SIZES.both),
    ]),
  ].sort((a, b) => a - b);
}

test('the pool is the union of the best of four lists, without deleted or excluded rows, also with many ties', () => {
  const wanted = fc.record({
    rows: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(3000, 5000)).chain(rowsOf),
    every: fc.integer({ min: 1, max: 3 }),
    least: fc.constantFrom(0, 10, 800, 100_000),
  });
  fc.assert(
    fc.property(wanted, ({ rows, every, least }) => {
      const allow = (id: number): boolean => id % every === 0;
      expect(pool(rows, every === 1 ? null : allow, least)).toEqual(expected(rows, allow, least));
    }),
    { numRuns: 40 },
  );
});

test('a row without any of the words and without similarity is not in the pool', () => {
  const rows = { scores: [0, 0, 1, 0], similarity: [0.1, 0.3, 0.1, -1], priors: [1, 1, 1, 1] };
  expect(pool(rows, null, 10)).toEqual([1, 2]);
});

test('a limit larger than the library selects every matching row', () => {
  const rows = { scores: [0, 1, 0, 2], similarity: [0, 0, 0.5, 1], priors: [1, 1, 1, 0] };
  expect(pool(rows, null, 1_000_000)).toEqual([1, 2]);
});
