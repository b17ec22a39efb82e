/** Algorithm 1 of Lan et al. against its reference, and rankings by solved problems. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { algorithmOne, NearestTemplates, TheoremsByProblem } from '../../../src/search/solved/nearest-templates.ts';

/** Algorithm 1 as the specification prints it. */
function reference(all: { id: number; similarity: number }[], k: number, m: number): number[] {
  const sorted = [...all].sort((x, y) => y.similarity - x.similarity || x.id - y.id);
  const found: number[] = [];
  for (const { id, similarity } of sorted.slice(0, k)) {
    if (!(similarity >= m)) break;
    found.push(id);
  }
  return found;
}

const ITEMS = [
  { id: 1, problem: 'In how many ways can people sit around a round table?', theorems: [10] },
  { id: 2, problem: 'How many seatings around a round table are there?', theorems: [10] },
  { id: 3, problem: 'How many labelled trees are there?', theorems: [11] },
  { id: 4, problem: 'What is the remainder of a power after division?', theorems: [12, 11] },
];
const THEOREMS = [
  { id: 10, name: 'circular permutations' },
  { id: 11, name: "Cayley's formula" },
  { id: 12, name: "Fermat's little theorem" },
];

describe('Algorithm 1', () => {
  test('is the reference, for any similarities, k and threshold', () => {
    const similarity = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 0.5, 1));
    fc.assert(
      fc.property(
        fc.array(similarity, { maxLength: 40 }),
        fc.integer({ min: 0, max: 50 }),
        fc.constantFrom(0, 0.2, 0.5, 1),
        (similarities, k, threshold) => {
          const all = similarities.map((each, at) => ({ id: similarities.length - at, similarity: each }));
          const found = algorithmOne(
            all.map(({ id, similarity: of }) => ({ item: { id }, similarity: of })),
            { k, threshold },
          );
          expect(found.map(({ item }) => item.id)).toEqual(reference(all, k, threshold));
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('ends at a similarity that is no number', () => {
    const scored = [0.9, Number.NaN].map((similarity, id) => ({ item: { id }, similarity }));
    expect(algorithmOne(scored, { k: 5, threshold: 0.1 }).map(({ item }) => item.id)).toEqual([0]);
  });
});

describe('the nearest templates', () => {
  const nearest = new NearestTemplates(ITEMS);
  const ids = (wordings: string[], more = {}) =>
    nearest.find(wordings, { k: 5, threshold: 0.2, ...more }).map(({ item }) => item.id);

  test('are those with the same words; a problem is most similar to itself', () => {
    expect(ids([ITEMS[2]!.problem])[0]).toBe(3);
    expect(nearest.find([ITEMS[2]!.problem], { k: 1, threshold: 0.99 })[0]!.similarity).toBeLessThanOrEqual(1);
  });

  test('for several wordings, the best of each counts', () => {
    expect(new Set(ids(['seatings at a table', 'labelled trees']))).toEqual(new Set([1, 2, 3]));
  });

  test('do not have words in common by chance, nor what is excluded', () => {
    expect(ids(['zebra'])).toEqual([]);
    expect(ids([''])).toEqual([]);
    expect(ids([ITEMS[2]!.problem], { except: ({ id }: { id: number }) => id === 3 })).not.toContain(3);
  });
});

describe('theorems by solved problems', () => {
  const ranking = new TheoremsByProblem(ITEMS, THEOREMS);

  test('are found through similar problems, also if the names have no word in common with the problem', () => {
    expect(ranking.rank('Seven friends sit around a table. How many ways?')[0]!.id).toBe(10);
  });

  test('are found by their names', () => {
    expect(ranking.rank('Use a little theorem of Fermat.')[0]!.id).toBe(12);
  });

  test('do not count the problem that is left out', () => {
    expect(ranking.rank(ITEMS[2]!.problem, 3)[0]?.id).not.toBe(11);
  });
});
