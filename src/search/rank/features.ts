/**
 * Ranking features of a row for a query: words by part, learned similarity, facts about the row, similarity to the
 * query's formula, and ranks in the pool. See docs/explanation/search.md. Names and order are part of the weights.
 */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Similarity } from '../formula.ts';
import type { LexicalScores } from '../lexical.ts';
import type { EncodedQuery } from './encoded-query.ts';
import { FACT_FEATURES, FactFeatures } from './fact-features.ts';
import { MEANING_FEATURES, MeaningFeatures } from './meaning-features.ts';
import { type Feature, features, ranksOf, type RowFeatures } from './parts.ts';
import { SIMILARITY_SHARE } from './pool.ts';
import type { RowStore } from './row-store.ts';
import type { SimilarityTables } from './token-similarity.ts';
import { TOPIC_FEATURES, TopicFeatures } from './topic-features.ts';
import { WORD_FEATURES, WordFeatures } from './word-features.ts';

/** Scores that selected the pool, and formula similarity. */
const OUTER_FEATURES: readonly Feature[] = [
  ...features('words', ['words', 'words and likeness']),
  ...features('meaning', ['likeness']),
  ...features('place', ['place by words', 'place by likeness', 'place by both', 'beside the best']),
  ...features('formula', ['formula found', 'formula precise', 'formula beside the best']),
];

/** In the order of `rowFeatures`. */
export const ROW_FEATURES: readonly Feature[] = [
  ...OUTER_FEATURES,
  ...WORD_FEATURES,
  ...MEANING_FEATURES,
  ...FACT_FEATURES,
  ...TOPIC_FEATURES,
];

/** Offset of each group of features. */
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
  query: EncodedQuery;
  /** The topic given with the query, with its similarity to each row by id. */
  topic: { query: EncodedQuery; similarity: Float32Array } | null;
  /** By id: similarity of the row's vector and the query's. */
  similarity: Float32Array;
  pool: readonly number[];
  /** By pool index; null if the query has no formula. */
  formulas: readonly Similarity[] | null;
}

/** `pool × ROW_FEATURES`, row after row. */
export function rowFeatures(input: FeatureInput): Float32Array {
  const { index, store, tables, similarityTables, query, topic, pool } = input;
  const out = new Float32Array(pool.length * ROW_FEATURES.length);
  putOuter(input, out);
  const groups: { group: RowFeatures; at: number }[] = [
    { group: new WordFeatures(query, tables), at: AT.words },
    { group: new MeaningFeatures(query, tables, similarityTables), at: AT.meaning },
    { group: new FactFeatures(index.columns), at: AT.facts },
  ];
  if (topic !== null)
    groups.push({ group: new TopicFeatures(topic.query, topic.similarity, similarityTables), at: AT.topic });
  pool.forEach((id, place) => {
    const words = store.words.of(id);
    for (const { group, at } of groups) group.write(id, words, out, place * ROW_FEATURES.length + at);
  });
  return out;
}

function putOuter({ lexical, similarity, pool, formulas }: FeatureInput, out: Float32Array): void {
  const { scores, total, priors } = lexical;
  const words = Float32Array.from(pool, (id) => (total > 0 ? scores[id]! / total : 0));
  const similarities = Float32Array.from(pool, (id) => Math.max(0, similarity[id]!));
  const both = Float32Array.from(pool, (_, i) => words[i]! + SIMILARITY_SHARE * similarities[i]!);
  const poolPriors = Float32Array.from(pool, (id) => priors[id]!);
  const weighted = both.map((value, i) => value * poolPriors[i]!);
  const byWords = ranksOf(words.map((value, i) => value * poolPriors[i]!));
  const bySimilarity = ranksOf(similarities.map((value, i) => value * poolPriors[i]!));
  const byBoth = ranksOf(weighted);
  const best = weighted.reduce((most, value) => Math.max(most, value), 1e-6);
  const bestFormula = (formulas ?? []).reduce(
    (most, { recall, precision }) => Math.max(most, recall * precision),
    1e-6,
  );
  for (let i = 0; i < pool.length; i++) {
    const formula = formulas?.[i] ?? NO_MATCH;
    const at = i * ROW_FEATURES.length;
    const values = [
      words[i]!,
      both[i]!,
      similarity[pool[i]!]!,
      1 / Math.sqrt(1 + byWords[i]!),
      1 / Math.sqrt(1 + bySimilarity[i]!),
      1 / Math.sqrt(1 + byBoth[i]!),
      weighted[i]! / best,
      formula.recall,
      formula.precision,
      (formula.recall * formula.precision) / bestFormula,
    ];
    for (let feature = 0; feature < values.length; feature++) out[at + feature] = values[feature]!;
  }
}

const NO_MATCH: Similarity = { recall: 0, precision: 0 };
