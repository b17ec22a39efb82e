/** Invariants of the learned ranking, tested on a real index with random weights. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { SYMBOLS } from '../../../src/index/words/symbols.ts';
import { QUERY_FEATURES } from '../../../src/search/rank/encoded-query.ts';
import { ROW_FEATURES } from '../../../src/search/rank/features.ts';
import { featuresId } from '../../../src/search/rank/learned-ranker.ts';
import { type Ranker } from '../../../src/search/rank/ranker.ts';
import { searchRanked, wordRanker } from '../../../src/search/rank/ranked-text.ts';
import type { LearnedWeights } from '../../../bench/train/write-weights.ts';
import { readWeights, type Weights } from '../../../src/vectors/weights.ts';
import { ROOT } from '../../architecture/source-files.ts';
import { buildRoots } from '../../index/build-request.ts';
import { writeFiles } from '../../index/temporary.ts';
import { madeRanker, writeMadeWeights } from '../../vectors/made-weights.ts';

const LIMIT = 10;

let folder: string;
let weights: Weights;
let ranker: Ranker;
let library: LibraryIndex;
/** A library of three declarations. */
let small: LibraryIndex;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-ranked-'));
  const path = join(folder, 'made.weights');
  const build = async (name: string, root: string, made: string | null): Promise<LibraryIndex> => {
    await buildRoots(join(folder, name), { Lib: root }, { weights: made });
    return openIndex(join(folder, name));
  };
  const plain = await build('plain.sqlite', join(ROOT, 'fixtures/library'), null);
  const stems = plain.tokensWithPrefix('w:').map(({ token }) => token.slice(2));
  plain.close();
  // Every fourth word of the library is unknown to the weights.
  writeMadeWeights(
    path,
    stems.filter((_, i) => i % 4 !== 0),
  );
  weights = readWeights(path);
  ranker = wordRanker(weights)!;
  library = await build('library.sqlite', join(ROOT, 'fixtures/library'), path);
  const three = {
    'A.lean': '/-- The sum of two even numbers. -/\ndef sumOfEven := 1\ntheorem t : 1 = 1 := rfl\nclass Zorp where\n',
  };
  small = await build('small.sqlite', writeFiles(join(folder, 'three'), three), path);
}, 60_000);

afterAll(() => {
  library.close();
  small.close();
  rmSync(folder, { recursive: true, force: true });
});

type Options = Partial<Parameters<typeof searchRanked>[4]>;
const search = (query: string, options: Options = {}, index = library) =>
  searchRanked(index, query, weights, ranker, { limit: LIMIT, explain: false, allow: null, ...options });
const namesOf = (query: string, index: LibraryIndex): string[] =>
  search(query, {}, index).map(({ id }) => index.row(id)!.name);

/** Checks that hits exist, are distinct, sorted, and have finite scores ≥ 0. */
function expectSound(query: string, index = library): void {
  const hits = search(query, {}, index);
  expect(hits.length).toBeLessThanOrEqual(LIMIT);
  expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
  const scores = hits.map(({ score }) => score);
  expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(hits.every(({ id }) => index.row(id) !== null)).toBe(true);
}

test('a definition is lowered if the query is a sentence that names it', () => {
  const lowered = (query: string): string[] =>
    search(query, { explain: true }, small)
      .filter(({ contributions }) =>
        contributions!.some(({ what }) => what.startsWith('a definition that the sentence')),
      )
      .map(({ id }) => small.row(id)!.name);
  expect(lowered('every zorp is even')).toEqual(['Zorp']);
  expect(lowered('the sum of even numbers is even').toSorted()).toEqual(['sumOfEven']);
  expect(lowered('sum of even zorp')).toEqual([]);
  for (const { score, contributions } of search('every zorp is even', { explain: true }, small))
    expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4);
});

describe('any query', () => {
  test('unknown words find nothing', () => {
    for (const query of ['zzzzq', 'blarg quux frobnitz', '?', '', '  ']) expect(search(query)).toEqual([]);
  });

  test.each([
    ['Chinese', '两个偶数之和是偶数'],
    ['Russian', 'сумма двух чётных чисел чётна'],
    ['Arabic', 'مجموع عددين زوجيين هو عدد زوجي'],
    ['half a surrogate pair', 'sum \ud835 of'],
    ['control characters', 'sum\u0000of\u0001even'],
  ])('valid hits for %s', (_, query) => expectSound(query));

  test('learned words that do not occur in the library find nothing instead of similar rows', () => {
    const options = { limit: LIMIT, explain: false, allow: null };
    const stems = library.tokensWithPrefix('w:').map(({ token }) => token.slice(2));
    const isAbsent = (stem: string): boolean =>
      /^[a-z]{5,}$/u.test(stem) &&
      weights.tables.isLearned(weights.tables.codeOf(stem)) &&
      !small.postings(`w:${stem}`);
    const absent = stems.filter(isAbsent).slice(0, 20);
    expect(absent).toHaveLength(20);
    for (const stem of absent) expect(searchRanked(small, stem, weights, ranker, options)).toEqual([]);
  });

  test('valid hits for each symbol, and for all of them together', () => {
    for (const symbol of SYMBOLS.keys()) expectSound(`a ${symbol} b`);
    expectSound([...SYMBOLS.keys()].join(' '));
    expectSound([...SYMBOLS.keys()].join(''));
  });

  test('only the start of a query of 5,000 words is read', () => {
    const words = 'even number sum of two odd numbers is even ';
    const long = words.repeat(5000 / 9);
    expect(search(long).map(({ id }) => id)).not.toEqual([]);
    const end = ' $\\zeta$ `fun` 123 what?'.repeat(50);
    expect(search(long + end)).toEqual(search(long));
  });

  test('valid hits for any text', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc
        .array(
          fc.constantFrom(
            'even',
            'sum',
            'ring',
            '$',
            '\\frac{a}{b}',
            '∑',
            '`',
            '|',
            '(',
            '_',
            'x^2',
            '=',
            '\n',
            '\ud835',
          ),
        )
        .map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (query) => expectSound(query)),
      { numRuns: 60 },
    );
  });
});

describe('the hits', () => {
  test('have contributions by group of features that sum to the score', () => {
    for (const query of ['sum of even numbers', '$a \\cdot b = b \\cdot a$', 'group', 'blarg group']) {
      const hits = search(query, { explain: true });
      expect(hits.length).toBeGreaterThan(0);
      for (const { score, contributions } of hits) {
        const sum = contributions!.reduce((all, { points }) => all + points, 0);
        expect(sum).toBeCloseTo(score, 6);
        expect(new Set(contributions!.map(({ what }) => what)).size).toBe(contributions!.length);
      }
      expect(hits.map(({ id, score }) => [id, score])).toEqual(search(query).map(({ id, score }) => [id, score]));
    }
  });

  test('are filtered before truncation', () => {
    const all = search('sum of even numbers', { limit: 1000 }).map(({ id }) => id);
    const allowed = new Set(all.filter((_, place) => place % 7 === 3));
    const found = search('sum of even numbers', { limit: 5, allow: (id) => allowed.has(id) }).map(({ id }) => id);
    expect(found).toHaveLength(5);
    expect(found.filter((id) => !allowed.has(id))).toEqual([]);
  });

  test('have the requested number, if the library has that many', () => {
    const everything = search('sum', { limit: 100_000 });
    expect(everything.length).toBeGreaterThan(20);
    expect(everything.length).toBeLessThanOrEqual(library.rowCount);
    expect(search('sum', { limit: 7 })).toHaveLength(7);
  });

  test('are the same for a repeated query, also after other queries', () => {
    const before = search('sum of even numbers', { topic: 'algebra' });
    search('ring');
    expect(search('sum of even numbers', { topic: 'algebra' })).toEqual(before);
  });

  test('in a library of three declarations contain the one with the words', () => {
    expectSound('sum of even numbers', small);
    expect(namesOf('zorp', small).toSorted()).toEqual(['Zorp', 'Zorp.mk']);
    expect(namesOf('sum of even numbers', small)).toContain('sumOfEven');
  });
});

test('wordRanker returns null for weights without a ranker or with one for other features', () => {
  const ranked = (rankers: LearnedWeights['rankers']): Ranker | null =>
    wordRanker(readWeights(writeMadeWeights(join(folder, 'other.weights'), ['ring'], { rankers })));
  expect(ranked({})).toBeNull();
  const words = madeRanker(4);
  expect(ranked({ words })).not.toBeNull();
  expect(ranked({ words: { ...words, weights: new Float32Array(77).fill(1) } })).toBeNull();
  expect(ranked({ premises: words })).toBeNull();
  // The same number of features, but two are swapped.
  const [first, second, ...rest] = ROW_FEATURES;
  const features = featuresId([second!, first!, ...rest], QUERY_FEATURES);
  expect(ranked({ words: { ...words, features } })).toBeNull();
});
