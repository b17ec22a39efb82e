import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LexicalScores } from '../../../src/search/lexical.ts';
import { choosePool, MIN_SIMILARITY, SIMILARITY_SHARE } from '../../../src/search/rank/pool.ts';

/** Rows a list, as the pool has them. */
const LISTS = { words: 500, alone: 250, alike: 400, both: 500 };

interface Rows {
  scores: number[];
  similarity: number[];
  standing: number[];
}

/** Few values, so that many are equal; a standing of 0 is a row that is gone. */
function rowsOf(count: number): fc.Arbitrary<Rows> {
  const list = (...values: number[]) =>
    fc.array(fc.constantFrom(...values), { minLength: count, maxLength: count, size: 'max' });
  return fc.record({
    scores: list(0, 0, 1, 1.5, 4),
    similarity: list(-0.5, 0, 0.125, 0.25, 0.5, 0.75),
    standing: list(0, 0.5, 1, 1.25),
  });
}

function pool(
  { scores, similarity, standing }: Rows,
  allow: ((id: number) => boolean) | null,
  least: number,
): number[] {
  const lexical = { scores: Float32Array.from(scores), total: 4, standing: Float32Array.from(standing), highest: 1.25 };
  return choosePool(lexical as unknown as LexicalScores, Float32Array.from(similarity), allow, least);
}

/** The same by sorting all rows by each value. */
function expected({ scores, similarity, standing }: Rows, allow: (id: number) => boolean, least: number): number[] {
  const stretch = Math.max(1, least / LISTS.both);
  const alike = similarity.map((value) => Math.max(0, value));
  const best = (value: (id: number) => number, count: number): number[] =>
    [...scores.keys()]
      .filter(
        (id) => standing[id]! > 0 && allow(id) && value(id) > 0 && (scores[id]! > 0 || alike[id]! > MIN_SIMILARITY),
      )
      .sort((a, b) => value(b) - value(a) || a - b)
      .slice(0, Math.ceil(count * stretch));
  return [
    ...new Set([
      ...best((id) => (scores[id]! / 4) * standing[id]!, LISTS.words),
      ...best((id) => scores[id]! / 4, LISTS.alone),
      ...best((id) => alike[id]! * standing[id]!, LISTS.alike),
      ...best((id) => (scores[id]! / 4 + SIMILARITY_SHARE * alike[id]!) * standing[id]!, LISTS.both),
    ]),
  ].sort((a, b) => a - b);
}

test('the pool is the best of four lists: no row that is gone, none that is not allowed, however many are equal', () => {
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

test('a row without any of the words, and not like the query, is in no pool', () => {
  const rows = { scores: [0, 0, 1, 0], similarity: [0.1, 0.3, 0.1, -1], standing: [1, 1, 1, 1] };
  expect(pool(rows, null, 10)).toEqual([1, 2]);
});

test('a limit larger than the library takes every row that has anything', () => {
  const rows = { scores: [0, 1, 0, 2], similarity: [0, 0, 0.5, 1], standing: [1, 1, 1, 0] };
  expect(pool(rows, null, 1_000_000)).toEqual([1, 2]);
});
