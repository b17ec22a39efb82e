/** The words of entries: one full-text row an entry, written and read by number. What a word is, the caller says. */
import type { Database } from 'better-sqlite3';
import type { NewEntry } from './entry.ts';

/** By part of an entry its words, reduced to stems of letters and digits, with a space between. */
export interface EntryWords {
  title: string;
  called: string;
  headings: string;
  body: string;
  proof: string;
}

/** The version is kept: rows of another reading of words are written again, never searched. */
export interface WordReader {
  version: number;
  read(entry: NewEntry): EntryWords;
}

export const WORD_PARTS = ['title', 'called', 'headings', 'body', 'proof'] as const;

/** In the order of `WORD_PARTS`; `rowid` is the entry's id. Stems are kept as they are written: nothing is folded. */
export const WORD_TABLES = `
CREATE VIRTUAL TABLE entry_words USING fts5(title, called, headings, body, proof, tokenize = 'ascii');
CREATE VIRTUAL TABLE entry_word_counts USING fts5vocab(entry_words, row);
`;

export function putWords(database: Database, id: number, words: EntryWords): void {
  database
    .prepare('INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (?, ?, ?, ?, ?, ?)')
    .run(id, ...WORD_PARTS.map((part) => words[part]));
}

export function deleteWords(database: Database, id: number): void {
  database.prepare('DELETE FROM entry_words WHERE rowid = ?').run(id);
}

/** How many entries hold each of `stems`; those that stand nowhere are left out. */
export function countWords(database: Database, stems: readonly string[]): Map<string, number> {
  const rows = database
    .prepare('SELECT term, doc FROM entry_word_counts WHERE term IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(stems)) as { term: string; doc: number }[];
  return new Map(rows.map(({ term, doc }) => [term, doc]));
}

/** Which entries are looked at; an empty list stands for all. */
export interface EntryFilter {
  sources: readonly string[];
  kinds: readonly string[];
  /** Each in some heading, whatever the case. */
  headings: readonly string[];
}

/** An entry that was found by its words. */
export interface WordRow extends EntryWords {
  id: number;
}

/**
 * At most `limit` entries with any of `stems`, the best first by SQLite's BM25 with a weight for each part: a first
 * choice, for a closer look.
 */
export function findByWords(
  database: Database,
  stems: readonly string[],
  weights: Readonly<Record<(typeof WORD_PARTS)[number], number>>,
  allowed: ReadonlySet<number> | null,
  limit: number,
): WordRow[] {
  if (stems.length === 0) return [];
  const expression = stems.map((each) => `"${each}"`).join(' OR ');
  const rank = `bm25(${WORD_PARTS.map((part) => weights[part]).join(', ')})`;
  const among = allowed === null ? '' : 'AND rowid IN (SELECT value FROM json_each(:allowed))';
  return database
    .prepare(
      `SELECT rowid AS id, title, called, headings, body, proof FROM entry_words
       WHERE entry_words MATCH :expression AND rank MATCH '${rank}' ${among} ORDER BY rank LIMIT :limit`,
    )
    .all({ expression, limit, ...(allowed === null ? {} : { allowed: JSON.stringify([...allowed]) }) }) as WordRow[];
}
