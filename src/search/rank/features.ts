/**
 * What the ranking sees of a row beside a query: which of the words stand in which part, how near the rest comes by
 * learned likeness, what the row is, how its statement looks beside a formula, and where it stands among the others.
 * After `specs/retrieval.md`, R3 to R5.
 */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Similarity } from '../formula.ts';
import type { LexicalScores } from '../lexical.ts';
import type { Asked } from './encoded-query.ts';
import { FACT_FEATURES, FactFeatures } from './fact-features.ts';
import { MEANING_FEATURES, MeaningFeatures } from './meaning-features.ts';
import { type Feature, features, placesOf, type RowFeatures } from './parts.ts';
import { SIMILARITY_SHARE } from './pool.ts';
import type { RowStore } from './row-store.ts';
import type { SimilarityTables } from './token-similarity.ts';
import { TOPIC_FEATURES, TopicFeatures } from './topic-features.ts';
import { WORD_FEATURES, WordFeatures } from './word-features.ts';

/** Scores that the pool was chosen by, and the formula. */
const OUTER_FEATURES: readonly Feature[] = [
  ...features('words', ['words', 'words and likeness']),
  ...features('meaning', ['likeness']),
  ...features('place', ['place by words', 'place by likeness', 'place by both', 'beside the best']),
  ...features('formula', ['formula found', 'formula precise', 'formula beside the best']),
];

/** In the order in which `rowFeatures` gives them. */
export const ROW_FEATURES: readonly Feature[] = [
  ...OUTER_FEATURES,
  ...WORD_FEATURES,
  ...MEANING_FEATURES,
  ...FACT_FEATURES,
  ...TOPIC_FEATURES,
];

/** Where the features of each look start. */
const AT = {
  words: OUTER_FEATURES.length,
  meaning: OUTER_FEATURES.length + WORD_FEATURES.length,
  facts: OUTER_FEATURES.length + WORD_FEATURES.length + MEANING_FEATURES.length,
  topic: ROW_FEATURES.length - TOPIC_FEATURES.length,
};

export interface FeatureInput {
  index: LibraryIndex;
  store: RowStore;
  tables: TokenTables;
  similarityTables: SimilarityTables;
  lexical: LexicalScores;
  asked: Asked;
  /** The subject that was named beside the query, with its likeness to each row by id. */
  topic: { asked: Asked; similarity: Float32Array } | null;
  /** By id, how alike the row's vector and the query's are. */
  similarity: Float32Array;
  pool: readonly number[];
  /** By place in the pool; null where the query has no formula. */
  formulas: readonly Similarity[] | null;
}

/** `pool × ROW_FEATURES`, row after row. */
export function rowFeatures(input: FeatureInput): Float32Array {
  const { index, store, tables, similarityTables, asked, topic, pool } = input;
  const out = new Float32Array(pool.length * ROW_FEATURES.length);
  putOuter(input, out);
  const looks: { look: RowFeatures; at: number }[] = [
    { look: new WordFeatures(asked, tables), at: AT.words },
    { look: new MeaningFeatures(asked, tables, similarityTables), at: AT.meaning },
    { look: new FactFeatures(index.columns), at: AT.facts },
  ];
  if (topic !== null)
    looks.push({ look: new TopicFeatures(topic.asked, topic.similarity, similarityTables), at: AT.topic });
  pool.forEach((id, place) => {
    const words = store.words.of(id);
    for (const { look, at } of looks) look.look(id, words, out, place * ROW_FEATURES.length + at);
  });
  return out;
}

function putOuter({ lexical, similarity, pool, formulas }: FeatureInput, out: Float32Array): void {
  const { scores, total, standing } = lexical;
  const words = Float32Array.from(pool, (id) => (total > 0 ? scores[id]! / total : 0));
  const alike = Float32Array.from(pool, (id) => Math.max(0, similarity[id]!));
  const both = Float32Array.from(pool, (_, i) => words[i]! + SIMILARITY_SHARE * alike[i]!);
  const standings = Float32Array.from(pool, (id) => standing[id]!);
  const raised = both.map((value, i) => value * standings[i]!);
  const byWords = placesOf(words.map((value, i) => value * standings[i]!));
  const bySimilarity = placesOf(alike.map((value, i) => value * standings[i]!));
  const byBoth = placesOf(raised);
  const best = raised.reduce((most, value) => Math.max(most, value), 1e-6);
  const bestFormula = (formulas ?? []).reduce(
    (most, { recall, precision }) => Math.max(most, recall * precision),
    1e-6,
  );
  for (let i = 0; i < pool.length; i++) {
    const formula = formulas?.[i] ?? NOTHING_FOUND;
    const at = i * ROW_FEATURES.length;
    const values = [
      words[i]!,
      both[i]!,
      similarity[pool[i]!]!,
      1 / Math.sqrt(1 + byWords[i]!),
      1 / Math.sqrt(1 + bySimilarity[i]!),
      1 / Math.sqrt(1 + byBoth[i]!),
      raised[i]! / best,
      formula.recall,
      formula.precision,
      (formula.recall * formula.precision) / bestFormula,
    ];
    for (let feature = 0; feature < values.length; feature++) out[at + feature] = values[feature]!;
  }
}

const NOTHING_FOUND: Similarity = { recall: 0, precision: 0 };
