/** What an existing index was built from, as far as a new build can reuse it. */
import { existsSync } from 'node:fs';
import { READER_VERSION } from '../lean/reader-version.ts';
import { openDatabase } from './open.ts';
import type { PackageKind } from './source-files.ts';

export interface ExistingFile {
  id: number;
  package: string;
  path: string;
  size: number;
  mtimeMs: number;
  hash: string;
}

export interface ExistingIndex {
  packages: { id: number; name: string; root: string; rev: string; kind: PackageKind }[];
  files: ExistingFile[];
  meta: Map<string, string>;
}

/** Returns null if there is no readable index of this schema and reader version: it is then rebuilt. */
export function readExisting(path: string): ExistingIndex | null {
  if (!existsSync(path)) return null;
  try {
    const database = openDatabase(path);
    try {
      const rows = database.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
      const meta = new Map(rows.map(({ key, value }) => [key, value]));
      if (meta.get('reader') !== String(READER_VERSION)) return null;
      const packages = database
        .prepare('SELECT id, name, root, rev, kind FROM packages')
        .all() as ExistingIndex['packages'];
      const files = database.prepare(SELECT_FILES).all() as ExistingFile[];
      return { packages, files, meta };
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const SELECT_FILES = `
SELECT f.id, p.name AS package, f.path, f.size, f.mtime_ms AS mtimeMs, f.hash
FROM files f JOIN packages p ON p.id = f.package_id`;
