/** Reranks the best rows of a query in words, by how well name and statement match the query's words and formula. */
import type { LibraryIndex } from '../index/library-index.ts';
import { KINDS } from '../lean/declaration.ts';
import type { AtomReader } from './atom-reader.ts';
import { queryFormula, type Formula } from './formula.ts';
import { statementOf, statementTexts } from './statement-text.ts';
import type { KindIntent } from './text-intent.ts';
import type { Term } from './text-query.ts';
import type { Scored } from './types.ts';

/** Queries of at most this many terms, without symbols and verb, are assumed to name a thing. */
const MAX_TOPIC_TERMS = 4;
/** Maximum bonus for a name whose words are all in the query: full name and last component. */
const TOPIC_BONUS = { full: 0.4, last: 0.15 };
const OTHER_BONUS = { full: 0.15, last: 0 };

/** Maximum bonus for a statement that is contained in the query's formula, and for one that equals it. */
const FORMULA_PRECISION_BONUS = 0.5;
const FORMULA_SIMILARITY_BONUS = 0.5;

/** A parsed query. */
export interface ParsedQuery {
  query: string;
  terms: readonly Term[];
  intent: KindIntent;
}

/** Multiplies the scores of `found` by the factors for name and formula, and sorts again. */
export function refine(index: LibraryIndex, reader: AtomReader, parsed: ParsedQuery, found: Scored[]): void {
  const { query, terms, intent } = parsed;
  const formula = queryFormula(query, terms, reader);
  const ids = found.map(({ id }) => id);
  const rows = statementTexts(index, ids, !formula.isEmpty);
  const isTopic = terms.length <= MAX_TOPIC_TERMS && intent !== 'statement' && !terms.some(({ isSymbol }) => isSymbol);
  const bonus = isTopic ? TOPIC_BONUS : OTHER_BONUS;
  const words = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
  for (const hit of found) {
    const row = rows.get(hit.id);
    if (row === undefined) continue;
    if (!formula.isEmpty) {
      const statement = statementOf(row, KINDS[index.columns.kind[hit.id]!]);
      multiply(hit, formulaFactor(formula, statement), 'similar formula');
    }
    multiply(hit, nameFactor(reader, words, row.name, bonus), 'name consists of query words');
  }
  found.sort((a, b) => b.score - a.score || a.id - b.id);
}

function multiply(hit: Scored, factor: number, what: string): void {
  if (factor !== 1) hit.contributions?.push({ what, points: hit.score * (factor - 1) });
  hit.score *= factor;
}

function formulaFactor(formula: Formula, statement: string): number {
  const { recall, precision } = formula.compare(statement);
  if (recall === 0) return 1;
  const similarity = (2 * recall * precision) / (recall + precision);
  return 1 + FORMULA_PRECISION_BONUS * precision + FORMULA_SIMILARITY_BONUS * similarity;
}

function nameFactor(reader: AtomReader, words: ReadonlySet<string>, name: string, bonus: typeof TOPIC_BONUS): number {
  const dot = name.lastIndexOf('.');
  const last = sharedWords(reader, words, name.slice(dot + 1));
  return 1 + bonus.full * sharedWords(reader, words, name) + bonus.last * last;
}

/** Share of the words of a name that are in the query. */
export function sharedWords(reader: AtomReader, words: ReadonlySet<string>, name: string): number {
  let shared = 0;
  let all = 0;
  for (const { stems } of reader.read(name)) {
    all += stems.length;
    for (const stem of stems) if (words.has(stem)) shared++;
  }
  return all === 0 ? 0 : shared / all;
}
