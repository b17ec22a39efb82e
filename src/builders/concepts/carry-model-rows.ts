/** Takes what models wrote over into a new base: it stays with an unchanged definition and follows a renamed one. */
import { memoizeByValue } from '../../base/memoize.ts';
import type { ModelRow } from '../../concepts/model-rows.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { currentDefinition, definitionHashes } from './definition-source.ts';

/** Numbers of rows. */
export interface CarriedCounts {
  kept: number;
  /** Their definitions have other names now. */
  renamed: number;
  /** Dropped: their definitions have changed since. */
  changed: number;
  /** Dropped: the index no longer has their definitions. */
  gone: number;
}

export function carryModelRows(
  index: LibraryIndex,
  rows: readonly ModelRow[],
): { rows: ModelRow[]; counts: CarriedCounts } {
  const counts: CarriedCounts = { kept: 0, renamed: 0, changed: 0, gone: 0 };
  const hashesOf = memoizeByValue((name: string) => {
    const row = currentDefinition(index, name);
    return row === null ? null : definitionHashes(row);
  });
  const newName = memoizeByValue((name: string) => replacementOf(index, name));
  const carried = rows.flatMap((row) => {
    const hashes = hashesOf(row.definition);
    if (hashes?.contentHash === row.contentHash) {
      counts.kept++;
      return [row];
    }
    const name = hashes === null ? newName(row.definition) : null;
    const renamed = name === null ? null : hashesOf(name);
    if (name !== null && renamed?.shapeHash === row.shapeHash) {
      counts.renamed++;
      return [{ ...row, ...renamed, definition: name }];
    }
    counts[hashes === null && renamed === null ? 'gone' : 'changed']++;
    return [];
  });
  return { rows: carried, counts };
}

/** What the deprecated alias of an old name stands for. */
function replacementOf(index: LibraryIndex, name: string): string | null {
  const rows = index.rows(index.idsByName(name));
  return rows.find(({ isDeprecated, replacement }) => isDeprecated && replacement !== null)?.replacement ?? null;
}
