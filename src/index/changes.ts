/** Finds files that have changed since an index was built: by size and time, then by content if these differ. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueOr } from '../base/read-or-null.ts';
import type { ExistingFile } from './existing-index.ts';
import { contentHash } from './source-text.ts';
import type { SourceFile } from './source-files.ts';

export interface Changes {
  /** New, or with different content. */
  read: SourceFile[];
  /** In the index, but deleted or changed. */
  drop: ExistingFile[];
  /** Same content, different size or time: only size and time are updated. */
  touched: { id: number; size: number; mtimeMs: number }[];
}

/** Compares the sources with the files of an index. `rehash` compares the content of every file. */
export function findChanges(files: readonly SourceFile[], existing: readonly ExistingFile[], rehash: boolean): Changes {
  const known = new Map(existing.map((file) => [`${file.package}\0${file.path}`, file]));
  const changes: Changes = { read: [], drop: [], touched: [] };
  for (const file of files) {
    const key = `${file.package.name}\0${file.path}`;
    const before = known.get(key);
    known.delete(key);
    const isSame = before !== undefined && sameStamp(file, before);
    if (isSame && !rehash) continue;
    if (before !== undefined && before.hash !== '' && hashOf(file) === before.hash) {
      if (!isSame) changes.touched.push({ id: before.id, size: file.size, mtimeMs: file.mtimeMs });
      continue;
    }
    changes.read.push(file);
    if (before !== undefined) changes.drop.push(before);
  }
  changes.drop.push(...known.values());
  return changes;
}

/** A file that could not be read has no hash and is tried again. */
function sameStamp(file: SourceFile, before: ExistingFile): boolean {
  return before.hash !== '' && file.size === before.size && file.mtimeMs === before.mtimeMs;
}

const hashOf = (file: SourceFile): string | null =>
  valueOr(null, () => contentHash(readFileSync(join(file.package.root, file.path))));
