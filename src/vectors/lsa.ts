/**
 * Latent semantic analysis: vectors of texts from the texts themselves, without a model. TF-IDF over words and LaTeX
 * commands, projected onto the space of the largest singular vectors (Deerwester et al. 1990), which a randomized
 * subspace iteration finds (Halko, Martinsson, Tropp 2011, algorithm 4.4). The same texts in the same order give the
 * same vectors on every machine: all numbers come from +, *, / and square roots in a fixed order, and from the
 * logarithm of V8, which is compiled into it.
 */
import { normalizeRows, orthonormalize, SparseRows, seededNumbers } from './sparse-rows.ts';

export const LSA_DIMENSION = 384;
const POWER_ITERATIONS = 2;
const SEED = 0x5eed;
/** A word in fewer texts than this says nothing about similarity. Small libraries keep all words. */
const MIN_TEXTS = 3;
const SMALL = 200;

/** What was learned from the texts. */
export interface LsaModel {
  /** Row of each word in `idf` and `basis`. */
  vocabulary: ReadonlyMap<string, number>;
  idf: Float32Array;
  /** Words × `dimension`, row by row. Its columns are orthonormal. */
  basis: Float32Array;
  /** `LSA_DIMENSION`, or fewer if there are fewer texts or words. */
  dimension: number;
}

/** Words of two letters or more, in lower case; a LaTeX command is a word. */
export function wordsOfText(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}]{2,}/gu) ?? [];
}

/**
 * Learns from texts. Time is linear in their length, plus words × dimension². A rotation of the basis does not change
 * a cosine, so the singular vectors themselves are not computed, only the space that they span.
 */
export function trainLsa(texts: readonly string[], dimension = LSA_DIMENSION): LsaModel {
  const counted = texts.map((text) => countWords(text));
  const inTexts = new Map<string, number>();
  for (const counts of counted) for (const word of counts.keys()) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  const least = texts.length < SMALL ? 1 : MIN_TEXTS;
  const words = [...inTexts].filter(([, count]) => count >= least).map(([word]) => word);
  // By code units: no order of a language, which depends on the machine.
  const vocabulary = new Map(words.sort().map((word, row) => [word, row]));
  const idf = Float32Array.from(
    vocabulary.keys(),
    (word) => Math.log((1 + texts.length) / (1 + inTexts.get(word)!)) + 1,
  );
  const rank = Math.min(dimension, texts.length, vocabulary.size);
  const matrix = SparseRows.from(
    counted.map((counts) => weighted(counts, { vocabulary, idf })),
    vocabulary.size,
  );
  let basis = seededNumbers(vocabulary.size * rank, SEED);
  for (let round = 0; round <= POWER_ITERATIONS; round++) {
    basis = matrix.timesTransposed(matrix.times(basis, rank), rank);
    orthonormalize(basis, rank);
  }
  return { vocabulary, idf, basis: Float32Array.from(basis), dimension: rank };
}

/** Vectors of length 1, one a row of `dimension` numbers; a text without a known word has zeros. */
export function embedByLsa(texts: readonly string[], model: LsaModel): Float32Array {
  const rows = SparseRows.from(
    texts.map((text) => weighted(countWords(text), model)),
    model.vocabulary.size,
  );
  const vectors = Float32Array.from(rows.times(model.basis, model.dimension));
  normalizeRows(vectors, model.dimension);
  return vectors;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOfText(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** (1 + log tf) · idf of the known words, as a row of length 1. */
function weighted(
  counts: ReadonlyMap<string, number>,
  { vocabulary, idf }: Pick<LsaModel, 'vocabulary' | 'idf'>,
): { columns: number[]; values: number[] } {
  const columns: number[] = [];
  const values: number[] = [];
  for (const [word, count] of counts) {
    const row = vocabulary.get(word);
    if (row === undefined) continue;
    columns.push(row);
    values.push((1 + Math.log(count)) * idf[row]!);
  }
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return { columns, values: values.map((value) => value / length) };
}
