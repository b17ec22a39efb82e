import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LibraryIndex } from '../../../src/index/library-index.ts';
import { openIndex } from '../../../src/index/open.ts';
import { QUERY_FEATURES } from '../../../src/search/rank/encoded-query.ts';
import { type Candidates, findCandidates } from '../../../src/search/rank/candidates.ts';
import { ROW_FEATURES } from '../../../src/search/rank/features.ts';
import { readWeights, type Weights } from '../../../src/vectors/weights.ts';
import { buildRoots } from '../../index/build-request.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';
import { writeMadeWeights } from '../../vectors/made-weights.ts';

const SOURCE = `/-! # Fields of sheep -/

/-- The sum of two even numbers is even. -/
theorem Nat.Even.add (h : Even m) (k : Even n) : Even (m + n) := rfl

/-- A meadow. -/
class Meadow (M : Type) where
  inv : M → M

@[deprecated Nat.Even.add (since := "2026-01-01")]
private theorem Nat.evenSum : Even (m + n) := rfl
`;
const LEARNED = ['sum', 'even', 'number', 'add', 'nat', 'meadow', 'theorem', 'field', 'sheep'];

let index: LibraryIndex;
let weights: Weights;

beforeAll(async () => {
  const folder = temporaryFolder();
  const path = writeMadeWeights(join(folder, 'made.weights'), LEARNED);
  weights = readWeights(path);
  await buildRoots(
    join(folder, 'index.sqlite'),
    { Lib: writeFiles(join(folder, 'lib'), { 'Lib/Fields.lean': SOURCE }) },
    { weights: path },
  );
  index = openIndex(join(folder, 'index.sqlite'));
}, 60_000);

afterAll(() => index.close());

function find(query: string, topic = ''): Candidates {
  return findCandidates(index, query, weights, { least: 0, allow: null, topic });
}

/** The value of a feature for a row, by name. */
function featureOf({ pool, rows }: Candidates, row: string, feature: string): number {
  const at = ROW_FEATURES.findIndex(({ name }) => name === feature);
  if (at < 0) throw new Error(`there is no feature '${feature}'`);
  const place = pool.findIndex((id) => index.row(id)!.name === row);
  return rows[place * ROW_FEATURES.length + at]!;
}

const queryFeaturesOf = (query: string, topic = ''): Record<string, number> =>
  Object.fromEntries(QUERY_FEATURES.map((name, at) => [name, find(query, topic).query[at]!]));

/** One line per feature and one column per row, with three digits. */
function table({ pool, rows, query }: Candidates): string {
  const names = pool.map((id) => index.row(id)!.name);
  const lines = ROW_FEATURES.map(({ name, group }, at) => {
    const values = pool.map((_, place) => rows[place * ROW_FEATURES.length + at]!.toFixed(3).padStart(7));
    return `${`${group}: ${name}`.padEnd(44)}${values.join(' ')}`;
  });
  const queryLines = QUERY_FEATURES.map(
    (name, at) => `${`query: ${name}`.padEnd(44)}${query[at]!.toFixed(3).padStart(7)}`,
  );
  return `${[names.join(', '), ...lines, ...queryLines].join('\n')}\n`;
}

describe('features of a row', () => {
  test('of the group words measure parts of the row, and coverage', () => {
    const found = find('even add');
    expect(featureOf(found, 'Nat.Even.add', 'asked in the name')).toBeCloseTo(1, 5);
    expect(featureOf(found, 'Nat.Even.add', 'rarest word missing')).toBe(0);
    expect(featureOf(found, 'Nat.Even.add', 'share of lastName')).toBeCloseTo(1, 5);
    expect(featureOf(find('even meadow'), 'Nat.evenSum', 'rarest word missing')).toBeGreaterThan(0);
    expect(featureOf(found, 'Nat.Even.add', 'has prose')).toBe(1);
    expect(featureOf(found, 'Nat.evenSum', 'has prose')).toBe(0);
  });

  test('of the group meaning give a word the similarity 1 to itself, also an unknown one', () => {
    const found = find('meadow inv');
    expect(featureOf(found, 'Meadow', 'meant in the name')).toBeGreaterThan(0.2);
    expect(featureOf(found, 'Meadow', 'least meant word')).toBeCloseTo(1, 5);
  });

  test('of the group facts contain kind, origin, private and deprecated', () => {
    const found = find('even sum meadow');
    const facts = (row: string): number[] =>
      ['theorem', 'class', 'written', 'private', 'deprecated'].map((name) => featureOf(found, row, name));
    expect(facts('Nat.Even.add')).toEqual([1, 0, 1, 0, 0]);
    expect(facts('Meadow')).toEqual([0, 1, 1, 0, 0]);
    expect(facts('Nat.evenSum')).toEqual([1, 0, 1, 1, 1]);
  });

  test('of the group formula measure the share of the formula that the statement has', () => {
    const found = find('`Even (m + n)`');
    expect(featureOf(found, 'Nat.Even.add', 'formula found')).toBeGreaterThan(0.9);
    expect(featureOf(find('even'), 'Nat.Even.add', 'formula found')).toBe(0);
  });

  test('of the group topic are 0 unless a topic is given', () => {
    expect(featureOf(find('even'), 'Nat.Even.add', 'topic in its place')).toBe(0);
    expect(featureOf(find('even', 'sheep'), 'Nat.Even.add', 'topic in its place')).toBeCloseTo(1, 5);
  });

  test('match the golden table', async () => {
    const text = `${table(find('the sum of even numbers'))}\n${table(find('$m + n$ is even?', 'sheep fields'))}`;
    await expect(text).toMatchFileSnapshot('golden/features.txt');
  });
});

describe('features of the query', () => {
  test('are detected from its text and topic', () => {
    expect(queryFeaturesOf('the sum of $a + b$')).toMatchObject({
      latex: 1,
      'article first': 1,
      question: 0,
      'topic named': 0,
    });
    expect(queryFeaturesOf('what is a meadow?')).toMatchObject({ question: 1, latex: 0 });
    expect(queryFeaturesOf('meadow', 'algebra')).toMatchObject({
      'topic named': 1,
      'two words at most': 1,
      'unknown words': 0,
    });
    expect(queryFeaturesOf('blarg')).toMatchObject({ 'unknown words': 1 });
    expect(queryFeaturesOf('Pythagorean theorem')).toMatchObject({ 'name of a law': 1 });
  });
});

test('feature names are unique in their group', () => {
  const names = ROW_FEATURES.map(({ name, group }) => `${group}: ${name}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
