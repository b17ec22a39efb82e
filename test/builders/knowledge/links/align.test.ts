import { describe, expect, test } from 'vitest';
import { align, type Relation } from '../../../../src/builders/knowledge/links/align.ts';

const statement = (candidates: number[], scores: number[], known: number[] = []) => ({
  candidates,
  scores,
  known: new Set(known),
});

/** All pairs have weight 1. */
const relation = (from: number, to: number, pairs: [number, number][]): Relation => ({
  from,
  to,
  pairs: {
    from: Int32Array.from(pairs, ([place]) => place),
    to: Int32Array.from(pairs, ([, place]) => place),
    weight: new Float32Array(pairs.length).fill(1),
  },
});

const best = (masses: Float64Array): number => masses.indexOf(Math.max(...masses));
const sum = (masses: Float64Array): number => masses.reduce((total, each) => total + each, 0);

describe('alignment', () => {
  test('without relations keeps the order of the scores', () => {
    const [masses] = align([statement([10, 11], [0, 1])], []);
    expect(best(masses!)).toBe(1);
    expect(masses![1]! / masses![0]!).toBeCloseTo(Math.E);
  });

  test('prefers the candidate that depends on what the other statement may mean, in both directions', () => {
    // 11 uses 20; nothing relates 10 or 21.
    const kinds = [{ relations: [relation(0, 1, [[1, 0]])], influence: 1 }];
    const [first, second] = align([statement([10, 11], [0.5, 0]), statement([20, 21], [0, 0.5])], kinds);
    expect(best(first!)).toBe(1);
    expect(best(second!)).toBe(0);
    expect(sum(first!)).toBeCloseTo(1);
  });

  test('does not change known links, which decide about others', () => {
    const kinds = [
      {
        relations: [
          relation(0, 1, [
            [0, 0],
            [1, 1],
          ]),
        ],
        influence: 1,
      },
    ];
    const masses = align([statement([10, 11], [0, 0]), statement([20, 21], [9, 0], [21])], kinds);
    expect([...masses[1]!]).toEqual([0, 1]);
    expect(best(masses[0]!)).toBe(1);
  });

  test('gives a declaration that is certain for one statement less mass for another', () => {
    const alone = align([statement([10, 11], [1, 0.9])], [])[0]!;
    const [first, second] = align([statement([10, 11], [1, 0.9]), statement([10], [0])], []);
    expect(best(alone)).toBe(0);
    expect(best(first!)).toBe(1);
    expect([...second!]).toEqual([1]);
  });

  test('a statement without candidates changes nothing', () => {
    const kinds = [{ relations: [relation(0, 1, [])], influence: 1 }];
    const [empty, other] = align([statement([], []), statement([20, 21], [1, 0])], kinds);
    expect(empty).toHaveLength(0);
    expect(best(other!)).toBe(0);
  });
});
