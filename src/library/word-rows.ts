/** The words of entries: one full-text row per entry, by id. The caller defines what a word is. */
import type { Database } from 'better-sqlite3';
import { runUnits } from '../base/work.ts';
import type { NewEntry } from './entry.ts';

/** The words of each part of an entry, reduced to stems of letters and digits, separated by spaces. */
export interface EntryWords {
  title: string;
  called: string;
  headings: string;
  body: string;
  proof: string;
}

/** The version is stored: rows of another version are never searched, but written again. */
export interface WordReader {
  version: number;
  read(entry: Pick<NewEntry, (typeof WORD_PARTS)[number]>): EntryWords;
}

export const WORD_PARTS = ['title', 'called', 'headings', 'body', 'proof'] as const;

/** In the order of `WORD_PARTS`; `rowid` is the entry's id. Stems are stored unchanged, without case folding. */
export const WORD_TABLES = `
CREATE VIRTUAL TABLE entry_words USING fts5(title, called, headings, body, proof, tokenize = 'ascii');
CREATE VIRTUAL TABLE entry_word_counts USING fts5vocab(entry_words, row);
`;

/** Entries per transaction: a killed run loses only the last one. */
const ENTRIES_PER_TRANSACTION = 1000;

/** Number of entries without words of this version. */
export function countUnread(database: Database, { version }: WordReader): number {
  return database.prepare(`SELECT count(*) ${UNREAD}`).pluck().get(String(version)) as number;
}

const UNREAD = 'FROM entries WHERE words IS NULL OR words <> ?';

/** Writes the words of all entries that have none of this version. The caller holds the library's lock. */
export async function refreshWords(database: Database, reader: WordReader): Promise<void> {
  const version = String(reader.version);
  const unread = database.prepare(`SELECT id, title, called, headings, body, proof ${UNREAD} ORDER BY id LIMIT ?`);
  const remove = database.prepare('DELETE FROM entry_words WHERE rowid = ?');
  const insert = database.prepare(
    'INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const mark = database.prepare('UPDATE entries SET words = ? WHERE id = ?');
  const write = database.transaction((rows: readonly UnreadRow[], words: readonly EntryWords[]) => {
    for (const [at, { id }] of rows.entries()) {
      remove.run(id);
      insert.run(id, ...WORD_PARTS.map((part) => words[at]![part]));
      mark.run(version, id);
    }
  });
  await runUnits<UnreadRow, EntryWords[]>({
    work: {
      lease: (count) => unread.all(version, count) as UnreadRow[],
      complete: (rows, words) => write(rows, words),
      // The caller's lock keeps others away, so a leased row needs no mark.
      release: () => undefined,
    },
    ...{ concurrency: 1, batch: ENTRIES_PER_TRANSACTION },
    run: (rows) =>
      rows.map(({ headings, ...row }) => reader.read({ ...row, headings: JSON.parse(headings) as string[] })),
  });
}

interface UnreadRow {
  id: number;
  title: string;
  called: string;
  headings: string;
  body: string;
  proof: string | null;
}

export function countEntries(database: Database): number {
  return database.prepare('SELECT count(*) FROM entries').pluck().get() as number;
}

/** The number of entries that contain each of `stems`, without stems that do not occur. */
export function countWords(database: Database, stems: readonly string[]): Map<string, number> {
  const count = database.prepare('SELECT doc FROM entry_word_counts WHERE term = ?').pluck();
  return new Map(stems.map((stem) => [stem, (count.get(stem) ?? 0) as number] as const).filter(([, n]) => n > 0));
}

export interface WordRow extends EntryWords {
  id: number;
}

/**
 * Entries with any of `stems`, best first by SQLite's BM25 with a weight per part: candidates for reranking. Rows are
 * read on request; nothing may be written until all are read.
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
  // The plus prevents SQLite from querying the index again for every id.
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
