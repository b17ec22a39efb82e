import { describe, expect, test } from 'vitest';
import { type Bags, type EncoderOptions, learnTables, type Pairs } from '../../../bench/train/encoder.ts';
import { seededRandom } from '../../index/random-library.ts';

/** Texts use words below this and statements the words above: word `i` corresponds to word `i + WORDS`. */
const WORDS = 10;
const DIMENSION = 16;
const EXAMPLES = 320;

const OPTIONS: EncoderOptions = {
  vocabularySize: 2 * WORDS,
  dimension: DIMENSION,
  batch: 16,
  epochs: 15,
  rate: 0.02,
  temperature: 0.1,
  dropout: 0,
  seed: 1,
  onEpoch: () => undefined,
};

function bagsOf(bags: number[][]): Bags {
  const starts = [0];
  for (const bag of bags) starts.push(starts.at(-1)! + bag.length);
  const tokens = bags.flat();
  return {
    starts: Uint32Array.from(starts),
    tokens: Uint32Array.from(tokens),
    weights: new Float32Array(tokens.length).fill(1),
  };
}

function toyPairs(): Pairs {
  const random = seededRandom(4);
  const texts = Array.from({ length: EXAMPLES }, () => [random(WORDS), random(WORDS)]);
  const statements = texts.map((text) => text.map((word) => word + WORDS));
  return { texts: bagsOf(texts), statements: bagsOf(statements), targets: Uint32Array.from(texts.keys()) };
}

describe('learnTables', () => {
  const losses: number[] = [];
  const pairs = toyPairs();
  const { query, statement } = learnTables(pairs, { ...OPTIONS, onEpoch: (_, loss) => losses.push(loss) });

  test('maps each text word to its statement word, although they never occur together', () => {
    const row = (table: Float32Array, token: number) => table.subarray(token * DIMENSION, (token + 1) * DIMENSION);
    const product = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    for (let word = 0; word < WORDS; word++) {
      const similarity = Array.from({ length: WORDS }, (_, other) =>
        product(row(query, word), row(statement, other + WORDS)),
      );
      expect(similarity.indexOf(Math.max(...similarity)), `word ${word}`).toBe(word);
    }
    expect(losses.at(-1)!).toBeLessThan(losses[0]! / 2);
  });

  test('returns the same tables for the same seed and different ones for another seed', () => {
    const again = learnTables(pairs, OPTIONS);
    expect([again.query, again.statement]).toEqual([query, statement]);
    expect(learnTables(pairs, { ...OPTIONS, seed: 2 }).query).not.toEqual(query);
  });
});
