/** Statistics of an index. */
import type { BuildTotals } from './full-build.ts';
import { type LibraryIndex, NO_ROW } from './library-index.ts';
import { FLAG, UNKNOWN_NAME, UNREADABLE } from './row-columns.ts';
import { readProblems } from './problems.ts';
import type { SourcePackage } from './source-files.ts';

export interface IndexStats {
  path: string;
  bytes: number;
  schemaVersion: string;
  readerVersion: string;
  toolchain: string;
  digest: string;
  builtAt: string;
  /** What the row vectors were computed with: `none`, or the id of the tables. */
  vectors: string;
  packages: (SourcePackage & { files: number; declarations: number })[];
  kinds: Record<string, number>;
  origins: Record<string, number>;
  /** Rows whose name or statement is inferred. */
  approximate: number;
  /** Number of generated statements that the term parser cannot read, and of those with an unknown name. */
  unreadable: number;
  unknownNames: number;
  tokens: number;
  mentions: number;
  notations: number;
  problems: BuildTotals['problems'];
}

export function readStats(index: LibraryIndex): IndexStats {
  const counts = (column: string): Record<string, number> =>
    Object.fromEntries(
      index
        .all<{ key: string; n: number }>(`SELECT ${column} AS key, count(*) AS n FROM decls GROUP BY 1 ORDER BY 2 DESC`)
        .map(({ key, n }) => [key, n]),
    );
  const size = (table: string): number => index.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]!.n;
  const { flags, kind } = index.columns;
  const count = (bits: number): number =>
    flags.reduce((sum, flag, id) => sum + (kind[id] !== NO_ROW && (flag & bits) !== 0 ? 1 : 0), 0);
  const meta = (key: string): string => index.meta(key) ?? 'unknown';
  return {
    path: index.path,
    // Size of the open file, which may no longer be the one at its path.
    bytes: index.all<{ bytes: number }>(BYTES)[0]!.bytes,
    schemaVersion: meta('schema'),
    readerVersion: meta('reader'),
    toolchain: meta('toolchain'),
    digest: meta('digest'),
    builtAt: meta('built_at'),
    vectors: meta('vectors'),
    packages: index.all(PACKAGES),
    kinds: counts('kind'),
    origins: counts('origin'),
    approximate: count(FLAG.approximate | UNREADABLE | UNKNOWN_NAME),
    unreadable: count(UNREADABLE),
    unknownNames: count(UNKNOWN_NAME),
    tokens: size('postings'),
    mentions: size('mentions'),
    notations: size('notations'),
    problems: readProblems(index),
  };
}

const BYTES = 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size';
const PACKAGES = `
SELECT p.name, p.root, p.rev, p.kind, count(*) AS files, coalesce(sum(c.n), 0) AS declarations
FROM packages p JOIN files f ON f.package_id = p.id
LEFT JOIN (SELECT file_id, count(*) AS n FROM decls GROUP BY file_id) c ON c.file_id = f.id
GROUP BY p.id ORDER BY p.name`;
