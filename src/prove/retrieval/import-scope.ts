/** Which rows of the index a file can use: what its imports reach, by the index's own graph of modules. */
import { realpathSync } from 'node:fs';
import type { LibraryIndex } from '../../index/library-index.ts';
import { importGraph, importedModules } from '../../search/context.ts';

/** How a row stands to the file. */
export const OUTSIDE = 0;
export const AT_HAND = 1;
/** A row of the file itself, which says what the file was when the index was made. */
export const OWN = 2;
/** Its module imports the file, so that the file cannot import it. */
export const NEVER = 3;

export interface Reach {
  /** By row id. */
  standing: Uint8Array;
  /** The file's module; '' if the index does not have it. */
  module: string;
  /** Share of all rows that is neither reached nor kept out. */
  outsideShare: number;
  /** Imports of the file that the index knows nothing of: then it may reach more than can be said. */
  unknown: string[];
}

interface FileRow {
  id: number;
  module: string;
  path: string;
  root: string;
}

const kept = new WeakMap<LibraryIndex, Map<string, Reach>>();
const MOST_KEPT = 16;

/** `file` is the file's absolute path, `imports` the modules that it imports itself. Kept for the next hole and file. */
export function reachOf(index: LibraryIndex, file: string, imports: readonly string[]): Reach {
  let reaches = kept.get(index);
  if (reaches === undefined) kept.set(index, (reaches = new Map()));
  const key = JSON.stringify([file, imports]);
  let reach = reaches.get(key);
  if (reach === undefined) {
    if (reaches.size >= MOST_KEPT) reaches.clear();
    reaches.set(key, (reach = computeReach(index, file, imports)));
  }
  return reach;
}

function computeReach(index: LibraryIndex, file: string, imports: readonly string[]): Reach {
  const graph = importGraph(index);
  const unknown = imports.filter((module) => umbrella(graph, module).length === 0);
  const reached = importedModules(
    index,
    ['Init', ...imports].flatMap((module) => umbrella(graph, module)),
  );
  const files = index.all<FileRow>(
    'SELECT f.id, f.module, f.path, p.root FROM files f JOIN packages p ON p.id = f.package_id',
  );
  const isOwn = ownFile(file);
  const own = files.find(isOwn);
  const above = own === undefined ? new Set<string>() : modulesThatReach(graph, own.module);
  const standings = new Map(
    files.map(({ id, module }) => {
      if (id === own?.id) return [id, OWN];
      return [id, reached.has(module) ? AT_HAND : above.has(module) ? NEVER : OUTSIDE];
    }),
  );
  const standing = new Uint8Array(index.idLimit);
  let outside = 0;
  for (const { first, last, count, file_id: id } of rangesOf(index)) {
    const value = standings.get(id) ?? NEVER;
    if (value === OUTSIDE) outside += count;
    if (last - first + 1 === count) standing.fill(value, first, last + 1);
    else
      for (const row of index.all<{ id: number }>('SELECT id FROM decls WHERE file_id = ?', id))
        standing[row.id] = value;
  }
  return { standing, module: own?.module ?? '', outsideShare: outside / Math.max(1, index.rowCount), unknown };
}

/** The module itself; where the index lacks it but has modules below, those: it is then what imports them all. */
function umbrella(graph: ReadonlyMap<string, string[]>, module: string): string[] {
  if (graph.has(module)) return [module];
  return [...graph.keys()].filter((name) => name.startsWith(`${module}.`));
}

function ownFile(file: string): (row: FileRow) => boolean {
  const roots = new Map<string, string>();
  return ({ root, path }) => {
    if (!file.endsWith(`/${path}`)) return false;
    let real = roots.get(root);
    if (real === undefined) roots.set(root, (real = realFolder(root)));
    return file === `${root}/${path}` || file === `${real}/${path}`;
  };
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** All that import `module`, directly or not. */
function modulesThatReach(graph: ReadonlyMap<string, string[]>, module: string): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, imports] of graph) {
    for (const imported of imports) {
      const list = importers.get(imported);
      if (list === undefined) importers.set(imported, [importer]);
      else list.push(importer);
    }
  }
  const found = new Set([module]);
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
  found.delete(module);
  return found;
}

/** Rows of one file mostly have ids in a row. */
function rangesOf(index: LibraryIndex): { file_id: number; first: number; last: number; count: number }[] {
  return index.all('SELECT file_id, min(id) AS first, max(id) AS last, count(*) AS count FROM decls GROUP BY file_id');
}
