/** Plain full-text search: what SQLite offers without additions. The baseline of benchmarks and of ablations. */
import type { LibraryIndex } from '../index/library-index.ts';

/** Names of declarations with a word of the text, by BM25, best first. `kinds`: only these; null for all. */
export function fullTextSearch(
  index: LibraryIndex,
  text: string,
  limit: number,
  kinds: readonly string[] | null = null,
): string[] {
  const words = anyWord(text);
  if (words === null) return [];
  const sql = `SELECT decls.name FROM decls_fts JOIN decls ON decls.id = decls_fts.rowid
    WHERE decls_fts MATCH ? ${kinds === null ? '' : 'AND decls.kind IN (SELECT value FROM json_each(?))'}
    ORDER BY bm25(decls_fts, 10, 3, 1) LIMIT ?`;
  const parameters = kinds === null ? [words, limit] : [words, JSON.stringify(kinds), limit];
  return index.all<{ name: string }>(sql, ...parameters).map(({ name }) => name);
}

/** `add_comm on ℝ` → `"add_comm" OR "on" OR "ℝ"`. Each word is a quoted FTS5 string, so no character is an operator. */
export function anyWord(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}_]+/gu);
  return words === null ? null : words.map((word) => `"${word}"`).join(' OR ');
}
