/**
 * Reference work similar to that of a build, in one thread. The speed of shared machines varies by a factor of two, so a
 * build time is only meaningful next to a reference time from the same minute.
 */
import { readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Roughly matches a line that starts a declaration. */
const DECLARATION =
  /^\s*(?:@\[[^\]]*\]\s*)*(?:(?:private|protected|noncomputable|partial|unsafe|nonrec|public|scoped|local)\s+)*(?:theorem|lemma|def|abbrev|structure|class|inductive|instance|axiom|opaque)\s+\S+.*$/gm;

/** Reads files and counts the lines that the regex matches. Returns seconds of wall time. */
export function findByRegex(paths: readonly string[]): number {
  const start = performance.now();
  let lines = 0;
  for (const path of paths) lines += readFileSync(path, 'utf8').match(DECLARATION)?.length ?? 0;
  if (lines === 0) throw new Error('no line looks like a declaration');
  return (performance.now() - start) / 1000;
}

/** Maximum number of rows to copy. */
const MAX_ROWS = 260_000;

/** Copies rows of the index at `from` to a new file and adds a text index. Returns seconds of wall time. */
export function writeRows(from: string, to: string): number {
  const source = new Database(from, { readonly: true });
  const rows = source
    .prepare('SELECT id, name, name_lower, kind, signature, doc, line_start FROM decls LIMIT ?')
    .raw()
    .all(MAX_ROWS) as unknown[][];
  source.close();
  const start = performance.now();
  const target = new Database(to);
  target.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE decls (id INTEGER PRIMARY KEY, name, name_lower, kind, signature, doc, line_start);
    CREATE VIRTUAL TABLE decls_fts USING fts5 (name, signature, doc, content = 'decls', content_rowid = 'id');
    BEGIN`);
  const row = target.prepare('INSERT INTO decls VALUES (?, ?, ?, ?, ?, ?, ?)');
  const text = target.prepare('INSERT INTO decls_fts (rowid, name, signature, doc) VALUES (?, ?, ?, ?)');
  for (const values of rows) {
    row.run(values);
    text.run([values[0], values[1], values[4], values[5]]);
  }
  target.exec('COMMIT');
  target.close();
  const seconds = (performance.now() - start) / 1000;
  rmSync(to);
  return seconds;
}
