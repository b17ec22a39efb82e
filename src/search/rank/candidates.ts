/** Selects the rows to rank for a query in words and computes their features. Shared by search and training. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { KINDS } from '../../lean/declaration.ts';
import type { Weights } from '../../vectors/weights.ts';
import { queryFormula, type Similarity } from '../formula.ts';
import { type LexicalScores, scoreWords } from '../lexical.ts';
import { statementOf, statementTexts } from '../statement-text.ts';
import { MAX_QUERY_LENGTH } from '../text-query.ts';
import { encodeQuery } from './encoded-query.ts';
import { rowFeatures } from './features.ts';
import { choosePool } from './pool.ts';
import type { RankedPool } from './ranked-pool.ts';
import { rowStore } from './row-store.ts';
import { SimilarityTables } from './token-similarity.ts';

/** Features as in `ROW_FEATURES` and `QUERY_FEATURES`. */
export interface Candidates extends RankedPool {
  lexical: LexicalScores;
}

const similarityTablesOf = memoize((weights: Weights) => new SimilarityTables(weights.tables));

export interface CandidateOptions {
  /** Minimum number of rows, if the library has that many. */
  least: number;
  allow: ((id: number) => boolean) | null;
  /** The intended subject, in words; '' for none. */
  topic: string;
}

/** The index must hold vectors made with the tables of `weights`. */
export function findCandidates(
  index: LibraryIndex,
  fullQuery: string,
  weights: Weights,
  { least, allow, topic }: CandidateOptions,
): Candidates {
  const query = fullQuery.slice(0, MAX_QUERY_LENGTH);
  const { tables } = weights;
  const lexical = scoreWords(index, query);
  const { terms, tokeniser } = lexical;
  const encoded = encodeQuery({ text: query, terms, hasTopic: topic !== '' }, tokeniser, tables);
  const store = rowStore(index, tables.dimension);
  const similarity = store.similarity(encoded.vector);
  const pool = choosePool(lexical, similarity, allow, least);
  const encodedTopic = topic === '' ? null : encodeQuery({ text: topic, terms: [], hasTopic: true }, tokeniser, tables);
  const formulas = compareFormulas(index, query, lexical, pool);
  const rows = rowFeatures({
    index,
    store,
    tables,
    similarityTables: similarityTablesOf(weights),
    lexical,
    query: encoded,
    topic: encodedTopic === null ? null : { query: encodedTopic, similarity: store.similarity(encodedTopic.vector) },
    similarity,
    pool,
    formulas,
  });
  return { pool, rows, query: encoded.features, lexical };
}

function compareFormulas(
  index: LibraryIndex,
  query: string,
  { terms, reader }: LexicalScores,
  pool: readonly number[],
): Similarity[] | null {
  const formula = queryFormula(query, terms, reader);
  if (formula.isEmpty) return null;
  const rows = statementTexts(index, pool);
  return pool.map((id) => {
    const row = rows.get(id);
    if (row === undefined) return { recall: 0, precision: 0 };
    return formula.compare(statementOf(row, KINDS[index.columns.kind[id]!]));
  });
}
