import { describe, expect, test } from 'vitest';
import { type Bags, type EncoderOptions, learnTables, type Pairs } from '../../../bench/train/encoder.ts';
import { seededRandom } from '../../index/random-library.ts';

/** Texts are written with words below this, statements with the words above: word `i` means word `i + WORDS`. */
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
  const { asked, stated } = learnTables(pairs, { ...OPTIONS, onEpoch: (_, loss) => losses.push(loss) });

  test('finds for each word of texts the word of statements that means it, which never stands beside it', () => {
    const row = (table: Float32Array, token: number) => table.subarray(token * DIMENSION, (token + 1) * DIMENSION);
    const product = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    for (let word = 0; word < WORDS; word++) {
      const similarity = Array.from({ length: WORDS }, (_, other) =>
        product(row(asked, word), row(stated, other + WORDS)),
      );
      expect(similarity.indexOf(Math.max(...similarity)), `word ${word}`).toBe(word);
    }
    expect(losses.at(-1)!).toBeLessThan(losses[0]! / 2);
  });

  test('gives the same tables for the same seed, and others for another', () => {
    const again = learnTables(pairs, OPTIONS);
    expect([again.asked, again.stated]).toEqual([asked, stated]);
    expect(learnTables(pairs, { ...OPTIONS, seed: 2 }).asked).not.toEqual(asked);
  });
});
