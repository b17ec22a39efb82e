import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_LIMIT } from '../../src/vectors/token-tables.ts';
import { madeTables } from './made-weights.ts';

const VOCABULARY = ['ring', 'ideal', '∑', 'prime'];
const tables = madeTables(VOCABULARY, { rarity: Float32Array.of(0.5, 4, 8, 9.5) });

describe('TokenTables', () => {
  test('the code of a learned word is its index in the vocabulary', () => {
    expect(VOCABULARY.map((stem) => tables.codeOf(stem))).toEqual([0, 1, 2, 3]);
    expect([3, 4].map((code) => tables.isLearned(code))).toEqual([true, false]);
  });

  test('an unknown word has one of the remaining codes, which depends only on the size of the tables', () => {
    const again = madeTables(VOCABULARY, { seed: 7 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abring_ é∑𝔸1') }), (stem) => {
        fc.pre(!VOCABULARY.includes(stem));
        const code = tables.codeOf(stem);
        expect(Number.isInteger(code) && code >= VOCABULARY.length && code < CODE_LIMIT).toBe(true);
        expect(again.codeOf(stem)).toBe(code);
      }),
    );
  });

  test('ten thousand unknown words collide about as often as expected by chance', () => {
    const codes = new Set(Array.from({ length: 10_000 }, (_, i) => tables.codeOf(`Widget${i}`)));
    // n words in m places use about n − n²/2m codes.
    expect(codes.size).toBeGreaterThan(9100);
  });

  test('rarer words have a higher weight, up to a bound; unknown words have weight 0 and a high rarity', () => {
    expect([...tables.weight.subarray(0, 5)]).toEqual([0.0625, 0.5, 1, 1, 0]);
    expect(tables.rarity[tables.codeOf('unknown')]).toBe(9);
    expect(tables.rarity[0]).toBe(0.5);
  });
});
