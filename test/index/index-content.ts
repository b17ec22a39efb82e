/** The content of an index, without ids: two indexes of the same sources must be equal in it. */
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { BLOCK, RowWords, type VectorBlock, vectorsOf as vectorsOfBlock } from '../../src/index/row-vectors.ts';

export interface IndexContent {
  digest: string | null;
  /** Folders of programs, as JSON. */
  machinery: string | null;
  rows: string[];
  lists: Record<string, string[]>;
  mentions: string[];
  problems: string[];
  texts: string[];
  expansions: string[];
  /** Vector and words of each row. */
  vectors: string[];
  /** The identifiers in each file's proofs, and their skeletons. */
  proofs: string[];
}

export function indexContent(path: string): IndexContent {
  const index = openIndex(path);
  try {
    const sorted = (sql: string): string[] =>
      index
        .all<object>(sql)
        .map((row) => JSON.stringify(row))
        .toSorted();
    const files = new Map(
      index.all<{ id: number; path: string }>('SELECT id, path FROM files').map((f) => [f.id, f.path]),
    );
    const ids = index.all<{ id: number }>('SELECT id FROM decls').map(({ id }) => id);
    const rows = new Map(index.rows(ids).map(({ id, ...row }) => [id, row]));
    const place = (id: number): string => {
      const row = rows.get(id);
      return `${row?.name} ${row?.filePath}:${row?.lineStart} ${row?.origin} ${row?.signature}`;
    };
    const lists: IndexContent['lists'] = {};
    for (const { token } of index.tokensWithPrefix('')) {
      const list = index.postings(token)!;
      const entries = [...list.ids].map(
        (id, i) => `${token.startsWith('u:') ? files.get(id) : place(id)} ${list.weights[i]}`,
      );
      if (entries.length > 0) lists[token] = entries.toSorted();
    }
    const { kind, flags, origin } = index.columns;
    return {
      digest: index.meta('digest'),
      machinery: index.meta('machinery'),
      rows: [...rows].map(([id, row]) => JSON.stringify([row, kind[id], flags[id], origin[id]])).toSorted(),
      lists,
      mentions: sorted(
        'SELECT f.path, m.line, m.target, m.decl_name, m.text FROM mentions m JOIN files f ON f.id = m.file_id',
      ),
      problems: sorted('SELECT f.path, p.line, p.message FROM problems p JOIN files f ON f.id = p.file_id'),
      texts: sorted(
        `SELECT d.name, d.file_path, d.line_start FROM decls_fts t JOIN decls d ON d.id = t.rowid WHERE decls_fts MATCH '"sum" OR "ideal"'`,
      ),
      expansions: sorted('SELECT place, module, hex(asked), left, shared FROM expansions'),
      vectors: vectorsOf(index, ids, place),
      proofs: sorted('SELECT path, hex(proofs), hex(skeletons) FROM files'),
    };
  } finally {
    index.close();
  }
}

function vectorsOf(index: LibraryIndex, ids: readonly number[], place: (id: number) => string): string[] {
  const blocks = index.all<VectorBlock>('SELECT * FROM row_vectors ORDER BY number');
  if (blocks.length === 0) return [];
  const dimension = blocks[0]!.vectors.length / BLOCK;
  const words = new RowWords();
  for (const block of blocks) words.add(block);
  const byNumber = new Map(blocks.map((block) => [block.number, vectorsOfBlock(block)]));
  return ids
    .map((id) => {
      const at = (id % BLOCK) * dimension;
      const vector = byNumber.get(Math.floor(id / BLOCK))?.subarray(at, at + dimension) ?? [];
      return `${place(id)}: ${words.of(id).join(' ')}: ${vector.join(' ')}`;
    })
    .toSorted();
}
