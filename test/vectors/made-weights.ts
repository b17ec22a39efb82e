/** Test weights: words given by the test, with random vectors from a seed. */
import { writeFileSync } from 'node:fs';
import { layoutOf } from '../../src/search/rank/ranker.ts';
import { QUERY_FEATURES } from '../../src/search/rank/encoded-query.ts';
import { ROW_FEATURES } from '../../src/search/rank/features.ts';
import { featuresId } from '../../src/search/rank/learned-ranker.ts';
import type { LearnedPremiseTokens } from '../../src/vectors/premise-tables.ts';
import { ByteTable } from '../../src/vectors/byte-table.ts';
import { TokenTables } from '../../src/vectors/token-tables.ts';
import { type LearnedWeights, writeWeights } from '../../bench/train/write-weights.ts';
import type { LearnedRanker } from '../../src/vectors/weights.ts';
import { seededRandom } from '../index/random-library.ts';

const DIMENSION = 16;

/** Numbers from -1 to 1. */
export function randomNumbers(length: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length }, () => random(2001) / 1000 - 1);
}

/** Tables of these words, and a random ranker of the right shape unless `change` has rankers. */
export function madeWeights(
  vocabulary: readonly string[],
  { seed = 1, ...change }: Partial<LearnedWeights> & { seed?: number } = {},
): LearnedWeights {
  return {
    vocabulary,
    rarity: randomNumbers(vocabulary.length, seed).map((value) => 5 + 4 * value),
    dimension: DIMENSION,
    query: randomNumbers(vocabulary.length * DIMENSION, seed + 1),
    statement: randomNumbers(vocabulary.length * DIMENSION, seed + 2),
    rankers: { words: madeRanker(seed + 3) },
    provenance: { mathlib: 'none', queries: {}, seed, date: '2026-01-01', scores: {} },
    ...change,
  };
}

/** The tables as read from a file. */
export function madeTables(...made: Parameters<typeof madeWeights>): TokenTables {
  const { vocabulary, rarity, dimension, query, statement } = madeWeights(...made);
  return new TokenTables({
    vocabulary,
    rarity,
    query: ByteTable.of(query, dimension),
    statement: ByteTable.of(statement, dimension),
  });
}

/** Random premise tables for this number of words and these symbols. Codes of symbols follow those of words. */
export function madePremises(words: number, symbols: readonly string[], seed = 5): LearnedPremiseTokens {
  const size = words + symbols.length;
  return {
    words,
    symbols,
    rarity: randomNumbers(size, seed).map((value) => 5 + 4 * value),
    dimension: DIMENSION,
    query: randomNumbers(size * DIMENSION, seed + 1),
    statement: randomNumbers(size * DIMENSION, seed + 2),
  };
}

/** A random ranker for queries in words, with the right shape and non-zero deviations. */
export function madeRanker(seed: number): LearnedRanker {
  const shape = { rowFeatures: ROW_FEATURES.length, queryFeatures: QUERY_FEATURES.length, hidden: 2 };
  const { deviation, linear, length } = layoutOf(shape);
  const weights = randomNumbers(length, seed);
  for (let i = deviation; i < linear; i++) weights[i] = 1.5 + weights[i]!;
  return { features: featuresId(ROW_FEATURES, QUERY_FEATURES), weights };
}

/** Writes a weights file and returns its path. */
export function writeMadeWeights(path: string, ...made: Parameters<typeof madeWeights>): string {
  writeFileSync(path, writeWeights(madeWeights(...made)));
  return path;
}
