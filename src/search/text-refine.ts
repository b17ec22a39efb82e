/** Second look at the best rows of a query in words: does the name say just this, does the statement look like the formula? */
import { KINDS, type LibraryIndex } from '../index/library-index.ts';
import type { AtomReader } from './atom-reader.ts';
import { askedFormula, type Formula } from './formula.ts';
import { statementOf, statementTexts } from './statement-text.ts';
import type { KindIntent } from './text-intent.ts';
import type { Term } from './text-query.ts';
import type { Scored } from './types.ts';

/** Queries of at most so many words, no symbols and no verb are taken for the name of a thing. */
const LONGEST_TOPIC = 4;
/** Bonus for a name of which every word is asked for: full name and last component. */
const TOPIC_BONUS = { full: 0.4, last: 0.15 };
const OTHER_BONUS = { full: 0.15, last: 0 };

/** Bonus for a statement all of which stands in the query's formula, and for one that is that formula. */
const FORMULA_PRECISION_BONUS = 0.5;
const FORMULA_SIMILARITY_BONUS = 0.5;

/** A query as it was read. */
export interface Asking {
  query: string;
  terms: readonly Term[];
  intent: KindIntent;
}

/** Multiplies the scores of `found` by what the second look gives, and sorts anew. */
export function refine(index: LibraryIndex, reader: AtomReader, asking: Asking, found: Scored[]): void {
  const { query, terms, intent } = asking;
  const asked = askedFormula(query, terms, reader);
  const ids = found.map(({ id }) => id);
  const rows = statementTexts(index, ids, !asked.isEmpty);
  const isTopic = terms.length <= LONGEST_TOPIC && intent !== 'statement' && !terms.some(({ isSymbol }) => isSymbol);
  const bonus = isTopic ? TOPIC_BONUS : OTHER_BONUS;
  const words = new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)));
  for (const hit of found) {
    const row = rows.get(hit.id);
    if (row === undefined) continue;
    if (!asked.isEmpty) {
      const statement = statementOf(row, KINDS[index.columns.kind[hit.id]!]);
      multiply(hit, formulaFactor(asked, statement), 'looks like the formula');
    }
    multiply(hit, nameFactor(reader, words, row.name, bonus), 'name says just this');
  }
  found.sort((a, b) => b.score - a.score || a.id - b.id);
}

function multiply(hit: Scored, factor: number, what: string): void {
  if (factor !== 1) hit.contributions?.push({ what, points: hit.score * (factor - 1) });
  hit.score *= factor;
}

function formulaFactor(asked: Formula, statement: string): number {
  const { recall, precision } = asked.compare(statement);
  if (recall === 0) return 1;
  const similarity = (2 * recall * precision) / (recall + precision);
  return 1 + FORMULA_PRECISION_BONUS * precision + FORMULA_SIMILARITY_BONUS * similarity;
}

function nameFactor(reader: AtomReader, words: ReadonlySet<string>, name: string, bonus: typeof TOPIC_BONUS): number {
  const dot = name.lastIndexOf('.');
  const last = shareSaid(reader, words, name.slice(dot + 1));
  return 1 + bonus.full * shareSaid(reader, words, name) + bonus.last * last;
}

/** Of the words of a name, how many are asked for. */
function shareSaid(reader: AtomReader, words: ReadonlySet<string>, name: string): number {
  let said = 0;
  let all = 0;
  for (const { stems } of reader.read(name)) {
    all += stems.length;
    for (const stem of stems) if (words.has(stem)) said++;
  }
  return all === 0 ? 0 : said / all;
}
