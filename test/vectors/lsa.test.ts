import { describe, expect, test } from 'vitest';
import { embedByLsa, trainLsa } from '../../src/vectors/lsa.ts';
import { orthonormalize, seededNumbers } from '../../src/vectors/sparse-rows.ts';
import { dotProduct } from '../../src/vectors/unit-vector.ts';
import { VectorTable } from '../../src/vectors/nearest-vectors.ts';

const TEXTS = [
  'A group is a set with an associative operation $\\cdot$, a unit and inverses.',
  'A monoid is a set with an associative operation $\\cdot$ and a unit.',
  'A subgroup is a subset of a group that is a group with the same operation.',
  'A function is continuous if preimages of open sets are open.',
  'A homeomorphism is a continuous function with a continuous inverse.',
  'A topology is a family of open sets that contains unions and finite intersections.',
];

function rowsOf(texts: readonly string[], model = trainLsa(TEXTS, 3)): Float32Array[] {
  const all = embedByLsa(texts, model);
  return texts.map((_, at) => all.subarray(at * model.dimension, (at + 1) * model.dimension));
}

describe('latent semantic analysis', () => {
  test('texts about the same are similar, also with few common words', () => {
    const [group, monoid, , continuous, , topology] = rowsOf(TEXTS);
    expect(dotProduct(group!, monoid!)).toBeGreaterThan(0.9);
    expect(dotProduct(continuous!, topology!)).toBeGreaterThan(dotProduct(continuous!, group!));
  });

  test('the same texts give the same vectors, to the bit', () => {
    expect(rowsOf(TEXTS)).toEqual(rowsOf(TEXTS));
    expect([...seededNumbers(2, 1)]).toEqual([270369 / 2 ** 31, 67634689 / 2 ** 31]);
  });

  test('vectors have length 1, or are zeros without a known word', () => {
    const [known, unknown] = rowsOf(['an associative operation', 'xyzzy 42 $+$']) as [Float32Array, Float32Array];
    expect(dotProduct(known, known)).toBeCloseTo(1, 5);
    expect([...unknown]).toEqual([0, 0, 0]);
  });

  test('few texts give few dimensions, none gives none', () => {
    expect(trainLsa(TEXTS).dimension).toBe(TEXTS.length);
    expect(trainLsa([]).dimension).toBe(0);
    expect(embedByLsa(['a word'], trainLsa([]))).toHaveLength(0);
  });

  test('finds the space of the largest singular vectors', () => {
    // Words of two topics, of which one is in three times as many texts: one dimension is that topic.
    const texts = [...Array<string>(9).fill('alpha beta'), ...Array<string>(3).fill('gamma delta')];
    const [alpha, gamma] = rowsOf(['alpha', 'gamma'], trainLsa(texts, 1)) as [Float32Array, Float32Array];
    expect(Math.abs(alpha[0]!)).toBeCloseTo(1, 5);
    const { basis, vocabulary } = trainLsa(texts, 1);
    expect(Math.abs(basis[vocabulary.get('gamma')!]!)).toBeLessThan(0.05);
    expect(gamma).toHaveLength(1);
  });
});

test('columns become orthonormal, and dependent ones zeros', () => {
  const dense = Float64Array.from([1, 2, 1, 0, 0, 1, 1, 2, 3, 2, 4, 0]);
  orthonormalize(dense, 3);
  const product = (i: number, j: number): number =>
    [0, 3, 6, 9].reduce((sum, row) => sum + dense[row + i]! * dense[row + j]!, 0);
  expect(product(0, 0)).toBeCloseTo(1, 10);
  expect(product(2, 2)).toBeCloseTo(1, 10);
  expect(product(0, 2)).toBeCloseTo(0, 10);
  expect(product(1, 1)).toBe(0);
});

test('the nearest vectors, the exact ones', () => {
  const vectors = Array.from({ length: 300 }, (_, row) => {
    const angle = (row * Math.PI) / 300;
    return Float32Array.from([Math.cos(angle), Math.sin(angle)]);
  });
  const found = new VectorTable(vectors).nearest(vectors[100]!, 3);
  expect(found.map(({ row }) => row)).toEqual([100, 99, 101]);
  expect(found[0]!.similarity).toBeCloseTo(1, 6);
});
