/** From a query in words to the rows worth ranking and the features of each: what search and training share. */
import { KINDS, type LibraryIndex } from '../../index/library-index.ts';
import type { Weights } from '../../vectors/weights.ts';
import { askedFormula, type Similarity } from '../formula.ts';
import { type LexicalScores, scoreWords } from '../lexical.ts';
import { statementOf, statementTexts } from '../statement-text.ts';
import { LONGEST_QUERY } from '../text-query.ts';
import { readAsked } from './encoded-query.ts';
import { rowFeatures } from './features.ts';
import { choosePool } from './pool.ts';
import type { RankedPool } from './ranked-pool.ts';
import { rowStore } from './row-store.ts';
import { SimilarityTables } from './token-similarity.ts';

/** By `ROW_FEATURES` and `ASKED_FEATURES`. */
export interface Candidates extends RankedPool {
  lexical: LexicalScores;
}

const similarityTables = new WeakMap<Weights, SimilarityTables>();

function similarityTablesOf(weights: Weights): SimilarityTables {
  let known = similarityTables.get(weights);
  if (known === undefined) similarityTables.set(weights, (known = new SimilarityTables(weights.tables)));
  return known;
}

export interface CandidateOptions {
  /** Rows wanted, if there are so many. */
  least: number;
  allow: ((id: number) => boolean) | null;
  /** The subject that is meant, in words; '' for none. */
  topic: string;
}

/** The index must hold vectors made with the tables of `weights`. */
export function findCandidates(
  index: LibraryIndex,
  wholeQuery: string,
  weights: Weights,
  { least, allow, topic }: CandidateOptions,
): Candidates {
  const query = wholeQuery.slice(0, LONGEST_QUERY);
  const { tables } = weights;
  const lexical = scoreWords(index, query);
  const { terms, tokeniser } = lexical;
  const asked = readAsked({ text: query, terms, hasTopic: topic !== '' }, tokeniser, tables);
  const store = rowStore(index, tables.dimension);
  const similarity = store.similarity(asked.vector);
  const pool = choosePool(lexical, similarity, allow, least);
  const named = topic === '' ? null : readAsked({ text: topic, terms: [], hasTopic: true }, tokeniser, tables);
  const formulas = compareFormulas(index, query, lexical, pool);
  const rows = rowFeatures({
    index,
    store,
    tables,
    similarityTables: similarityTablesOf(weights),
    lexical,
    asked,
    topic: named === null ? null : { asked: named, similarity: store.similarity(named.vector) },
    similarity,
    pool,
    formulas,
  });
  return { pool, rows, query: asked.features, lexical };
}

function compareFormulas(
  index: LibraryIndex,
  query: string,
  { terms, reader }: LexicalScores,
  pool: readonly number[],
): Similarity[] | null {
  const asked = askedFormula(query, terms, reader);
  if (asked.isEmpty) return null;
  const rows = statementTexts(index, pool);
  return pool.map((id) => {
    const row = rows.get(id);
    if (row === undefined) return { recall: 0, precision: 0 };
    return asked.compare(statementOf(row, KINDS[index.columns.kind[id]!]));
  });
}
