/** Algorithm 1 of Lan et al. against its reference, and rankings by solved problems. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  algorithmOne,
  NearestTemplates,
  type SimilaritiesByVectors,
  TheoremsByProblem,
} from '../../../src/search/solved/nearest-templates.ts';

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

describe('the similarity by words', () => {
  test('is the sum of what each common word adds, at most 1', () => {
    const nearest = new NearestTemplates(ITEMS);
    const problem = 'How many ways are there around this big table?';
    const sums = ITEMS.map((item) => nearest.contributions(problem, item).reduce((sum, { share }) => sum + share, 0));
    const similarities = [...nearest.similarities(problem)];
    for (const [at, sum] of sums.entries()) expect(Math.min(1, sum)).toBeCloseTo(similarities[at]!, 12);
    expect(
      nearest
        .contributions(problem, ITEMS[0]!)
        .map(({ word }) => word)
        .toSorted(),
    ).toEqual([...['around', 'mani', 'tabl', 'wai']]);
    expect(nearest.contributions(problem, ITEMS[3]!)).toEqual([]);
  });
});

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
  const ids = async (wordings: string[], more = {}, vectors: SimilaritiesByVectors | null = null) =>
    (await nearest.find(wordings, vectors, { k: 5, threshold: null, ...more })).found.map(({ item }) => item.id);

  test('are those with the same words; a problem is most similar to itself', async () => {
    expect((await ids([ITEMS[2]!.problem]))[0]).toBe(3);
    const { found, by } = await nearest.find([ITEMS[2]!.problem], null, { k: 1, threshold: 0.99 });
    expect(found[0]!.similarity).toBeLessThanOrEqual(1);
    expect(by).toBe('words');
  });

  test('for several wordings, the best of each counts', async () => {
    expect(new Set(await ids(['seatings at a table', 'labelled trees']))).toEqual(new Set([1, 2, 3]));
  });

  test('do not have words in common by chance, nor what is excluded', async () => {
    expect(await ids(['zebra'])).toEqual([]);
    expect(await ids([''])).toEqual([]);
    expect(await ids([ITEMS[2]!.problem], { except: ({ id }: { id: number }) => id === 3 })).not.toContain(3);
  });

  test('are those with the nearest vectors, with their own threshold, and those by words if there are none', async () => {
    const cosines = Float64Array.from(ITEMS, (_, at) => (at === 0 ? 0.9 : 0.5));
    const byVectors = () => Promise.resolve({ similarities: [cosines] });
    expect(await ids(['zebra'], {}, byVectors)).toEqual([1]);
    expect(await ids(['zebra'], { threshold: 0.4 }, byVectors)).toHaveLength(Math.min(5, ITEMS.length));
    const without = await nearest.find([ITEMS[2]!.problem], () => Promise.resolve({ notice: 'No vectors.' }), {
      ...{ k: 1, threshold: null },
    });
    expect([without.by, without.notices, without.found[0]!.item.id]).toEqual(['words', ['No vectors.'], 3]);
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
