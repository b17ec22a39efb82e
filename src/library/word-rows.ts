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
  read(entry: Pick<NewEntry, (typeof WORD_PARTS)[number]>): EntryWords;
}

export const WORD_PARTS = ['title', 'called', 'headings', 'body', 'proof'] as const;

/** In the order of `WORD_PARTS`; `rowid` is the entry's id. Stems are kept as they are written: nothing is folded. */
export const WORD_TABLES = `
CREATE VIRTUAL TABLE entry_words USING fts5(title, called, headings, body, proof, tokenize = 'ascii');
CREATE VIRTUAL TABLE entry_word_counts USING fts5vocab(entry_words, row);
`;

/** Entries a transaction: a run that is killed has done all but the last. */
const AT_ONCE = 1000;

/** How many entries have no words of this reading. */
export function countUnread(database: Database, { version }: WordReader): number {
  return database.prepare(`SELECT count(*) ${UNREAD}`).pluck().get(String(version)) as number;
}

const UNREAD = 'FROM entries WHERE words IS NULL OR words <> ?';

/** Writes the words of all entries that have none of this reading. The caller holds the library's lock. */
export function refreshWords(database: Database, reader: WordReader): number {
  const version = String(reader.version);
  const unread = database.prepare(
    `SELECT id, title, called, headings, body, proof ${UNREAD} ORDER BY id LIMIT ${AT_ONCE}`,
  );
  const remove = database.prepare('DELETE FROM entry_words WHERE rowid = ?');
  const insert = database.prepare(
    'INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const mark = database.prepare('UPDATE entries SET words = ? WHERE id = ?');
  const write = database.transaction((rows: UnreadRow[]) => {
    for (const { id, headings, ...row } of rows) {
      const words = reader.read({ ...row, headings: JSON.parse(headings) as string[] });
      remove.run(id);
      insert.run(id, ...WORD_PARTS.map((part) => words[part]));
      mark.run(version, id);
    }
  });
  let written = 0;
  for (;;) {
    const rows = unread.all(version) as UnreadRow[];
    if (rows.length === 0) return written;
    write(rows);
    written += rows.length;
  }
}

interface UnreadRow {
  id: number;
  title: string;
  called: string;
  headings: string;
  body: string;
  proof: string | null;
}

/** How many entries there are that words were read of. */
export function countEntries(database: Database): number {
  return database.prepare('SELECT count(*) FROM entries').pluck().get() as number;
}

/** How many entries hold each of `stems`; those that stand nowhere are left out. */
export function countWords(database: Database, stems: readonly string[]): Map<string, number> {
  const count = database.prepare('SELECT doc FROM entry_word_counts WHERE term = ?').pluck();
  return new Map(stems.map((stem) => [stem, (count.get(stem) ?? 0) as number] as const).filter(([, held]) => held > 0));
}

/** An entry that was found by its words. */
export interface WordRow extends EntryWords {
  id: number;
}

/**
 * Entries with any of `stems`, the best first by SQLite's BM25 with a weight for each part: a first choice, for a closer
 * look. They are read as they are asked for; until then nothing may be written.
 */
export function* findByWords(
  database: Database,
  stems: readonly string[],
  weights: Readonly<Record<(typeof WORD_PARTS)[number], number>>,
  allowed: ReadonlySet<number> | null,
): Generator<WordRow> {
  if (stems.length === 0) return;
  const expression = stems.map((each) => `"${each}"`).join(' OR ');
  const rank = `bm25(${WORD_PARTS.map((part) => weights[part]).join(', ')})`;
  // The plus keeps SQLite from asking the index anew for every id.
  const among = allowed === null ? '' : 'AND +rowid IN (SELECT value FROM json_each(:allowed))';
  yield* database
    .prepare(
      `SELECT rowid AS id, title, called, headings, body, proof FROM entry_words
       WHERE entry_words MATCH :expression AND rank MATCH '${rank}' ${among} ORDER BY rank`,
    )
    .iterate({
      expression,
      ...(allowed === null ? {} : { allowed: JSON.stringify([...allowed]) }),
    }) as Iterable<WordRow>;
}
