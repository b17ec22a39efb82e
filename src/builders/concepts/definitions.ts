/** The definitions of an index that can be meanings of concepts. */
import type { Definition } from '../../concepts/definition.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { ReadDefinition } from './file-reading.ts';
import type { SourceFileReading } from './file-readings.ts';

/** A definition with what the builder reads of it. */
export interface SourceDefinition extends Definition, Omit<ReadDefinition, keyof Definition | 'line'> {
  /** Row of the index. */
  id: number;
}

/** Sorted by name, so that a base does not depend on the order of files. Of equal names, the first in the files counts. */
export function readDefinitions(index: LibraryIndex, files: readonly SourceFileReading[]): SourceDefinition[] {
  const found = new Map<string, { definition: ReadDefinition; file: SourceFileReading }>();
  for (const file of files)
    for (const definition of file.definitions)
      if (!found.has(definition.name)) found.set(definition.name, { definition, file });
  const names = [...found.keys()].sort();
  const ids = rowsByName(index, names);
  return names.map((name, at) => {
    const { definition, file } = found.get(name)!;
    const { line: _, ...read } = definition;
    const id = ids[at]!.length === 1 ? ids[at]![0]! : rowOf(index, definition, file);
    const { package: packageName, module } = file;
    return { ...read, id, module, package: packageName, uses: index.columns.uses[id] ?? 0, statements: 0, texts: 0 };
  });
}

/** For each name, its rows in the index. One query for all takes a tenth of the time of one each. */
function rowsByName(index: LibraryIndex, names: readonly string[]): number[][] {
  const rows = names.map((): number[] => []);
  const sql =
    'SELECT wanted.key AS at, d.id FROM json_each(?) wanted JOIN decls d ON d.name = wanted.value ORDER BY d.id';
  for (const { at, id } of index.all<{ at: number; id: number }>(sql, JSON.stringify(names))) rows[at]!.push(id);
  return rows;
}

function rowOf(index: LibraryIndex, { name, kind, line }: ReadDefinition, { fileId }: SourceFileReading): number {
  const sql = 'SELECT id FROM decls WHERE name = ? AND kind = ? AND file_id = ? AND line_start = ? ORDER BY id';
  return index.all<{ id: number }>(sql, name, kind, fileId, line)[0]!.id;
}
