/** Determines which index rows a file can use: those reachable by its imports in the index's module graph. */
import { getOrAdd, memoize, memoizeByValue } from '../../base/memoize.ts';
import { realPathOf } from '../../base/read-or-null.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { type PackageRoots, storedRoots } from '../../index/package-roots.ts';
import { importGraph, importedModules } from '../../search/name-at-place.ts';

/** Relation of a row to the file. */
export const OUTSIDE = 0;
export const IMPORTED = 1;
/** A row of the file itself, as of the time when the index was built. */
export const OWN = 2;
/** Its module imports the file, so the file cannot import it. */
export const UNUSABLE = 3;

export interface ImportScope {
  /** Relation of each row, by row id. */
  relations: Uint8Array;
  /** The file's module; '' if it is not in the index. */
  module: string;
  /** Share of all rows that are `OUTSIDE`. */
  outsideShare: number;
  /** Imports of the file that are not in the index, so the file may reach more than known. */
  unknown: string[];
  roots: PackageRoots;
}

interface FileRow {
  id: number;
  module: string;
  path: string;
  package: string;
}

const cachedScopes = memoize((_roots: PackageRoots) => new Map<string, ImportScope>());
const MAX_CACHED = 16;

/**
 * `file`: absolute path of the file. `imports`: its direct imports. `roots`: of the packages of this index. Results are cached
 * for further holes and files.
 */
export function importScopeOf(
  index: LibraryIndex,
  file: string,
  imports: readonly string[],
  roots: PackageRoots = storedRoots(index),
): ImportScope {
  const scopes = cachedScopes(roots);
  const key = JSON.stringify([file, imports]);
  let scope = scopes.get(key);
  if (scope === undefined) {
    if (scopes.size >= MAX_CACHED) scopes.clear();
    scopes.set(key, (scope = computeScope(index, file, imports, roots)));
  }
  return scope;
}

function computeScope(index: LibraryIndex, file: string, imports: readonly string[], roots: PackageRoots): ImportScope {
  const graph = importGraph(index);
  const unknown = imports.filter((module) => moduleOrChildren(graph, module).length === 0);
  const reached = importedModules(
    index,
    ['Init', ...imports].flatMap((module) => moduleOrChildren(graph, module)),
  );
  const files = index.all<FileRow>(
    'SELECT f.id, f.module, f.path, p.name AS package FROM files f JOIN packages p ON p.id = f.package_id',
  );
  const isOwn = ownFile(file, roots);
  const own = files.find(isOwn);
  const above = own === undefined ? new Set<string>() : importersOf(graph, own.module);
  const relationsByFile = new Map(
    files.map(({ id, module }) => {
      if (id === own?.id) return [id, OWN];
      return [id, reached.has(module) ? IMPORTED : above.has(module) ? UNUSABLE : OUTSIDE];
    }),
  );
  const relations = new Uint8Array(index.idLimit);
  let outside = 0;
  for (const { first, last, count, file_id: id } of rangesOf(index)) {
    const value = relationsByFile.get(id) ?? UNUSABLE;
    if (value === OUTSIDE) outside += count;
    if (last - first + 1 === count) relations.fill(value, first, last + 1);
    else
      for (const row of index.all<{ id: number }>('SELECT id FROM decls WHERE file_id = ?', id))
        relations[row.id] = value;
  }
  return { relations, module: own?.module ?? '', outsideShare: outside / Math.max(1, index.rowCount), unknown, roots };
}

/** The module itself, or all modules below it if only those are in the index: it then imports all of them. */
function moduleOrChildren(graph: ReadonlyMap<string, string[]>, module: string): string[] {
  if (graph.has(module)) return [module];
  return [...graph.keys()].filter((name) => name.startsWith(`${module}.`));
}

function ownFile(file: string, roots: PackageRoots): (row: FileRow) => boolean {
  const real = memoizeByValue(realPathOf);
  return ({ package: name, path }) => {
    const root = roots.get(name) ?? '';
    return file.endsWith(`/${path}`) && (file === `${root}/${path}` || file === `${real(root)}/${path}`);
  };
}

/** All modules that import `module`, directly or indirectly. */
function importersOf(graph: ReadonlyMap<string, string[]>, module: string): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, imports] of graph) {
    for (const imported of imports) {
      getOrAdd(importers, imported, () => []).push(importer);
    }
  }
  const found = new Set([module]);
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
  found.delete(module);
  return found;
}

/** Rows of one file usually have consecutive ids. */
function rangesOf(index: LibraryIndex): { file_id: number; first: number; last: number; count: number }[] {
  return index.all('SELECT file_id, min(id) AS first, max(id) AS last, count(*) AS count FROM decls GROUP BY file_id');
}
