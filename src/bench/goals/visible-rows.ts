/** Which rows of an index a place of the library can use: those of imported files, and those above it in its own file. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { importedModules, importGraph } from '../../search/name-at-place.ts';

/** A place in the library. */
export interface LibraryPlace {
  fileId: number;
  module: string;
  line: number;
}

interface Rows {
  /** By row id; -1 if there is no row. */
  files: Int32Array;
  lines: Int32Array;
  /** By row id: 1 if the row is private. */
  isPrivate: Uint8Array;
  /** File id by module. */
  byModule: ReadonlyMap<string, number>;
}

const rowsOf = memoize((index: LibraryIndex): Rows => {
  const files = new Int32Array(index.idLimit).fill(-1);
  const lines = new Int32Array(index.idLimit);
  const isPrivate = new Uint8Array(index.idLimit);
  const sql = 'SELECT id, file_id AS file, line_start AS line, is_private AS hidden FROM decls';
  for (const { id, file, line, hidden } of index.all<Record<'id' | 'file' | 'line' | 'hidden', number>>(sql)) {
    files[id] = file;
    lines[id] = line;
    isPrivate[id] = hidden;
  }
  const modules = index.all<{ id: number; module: string }>('SELECT id, module FROM files');
  return { files, lines, isPrivate, byModule: new Map(modules.map(({ id, module }) => [module, id])) };
});

/** Returns the test for a place. A declaration at the place itself, and what its attributes generate, is not visible. */
export function visibleRows(index: LibraryIndex, { fileId, module, line }: LibraryPlace): (id: number) => boolean {
  const { files, lines, isPrivate, byModule } = rowsOf(index);
  const imports = importedModules(index, importGraph(index).get(module) ?? []);
  const imported = new Set([...imports].map((one) => byModule.get(one)));
  return (id) => {
    const file = files[id]!;
    return file === fileId ? lines[id]! < line : isPrivate[id] === 0 && imported.has(file);
  };
}
