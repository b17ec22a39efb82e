/** Which modules are machinery, such as the implementation of tactics, and not mathematics. */
import { memoize } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';

/** A folder is machinery if this share of its modules is. */
const MIN_SHARE = 0.5;

/**
 * A test of a module's name. Programs that extend Lean are written where the namespace `Lean` is open. A folder in
 * which most modules consist of such declarations is machinery, together with the lemmas that only its programs use.
 */
export const machineryTest = memoize((index: LibraryIndex): ((module: string) => boolean) => {
  const folders = machineryFolders(index);
  const ofModule = new Map<string, boolean>();
  return (module) => {
    let found = ofModule.get(module);
    if (found === undefined) ofModule.set(module, (found = foldersOf(module).some((one) => folders.has(one))));
    return found;
  };
});

function machineryFolders(index: LibraryIndex): ReadonlySet<string> {
  const ids = index.postings('s:o:Lean')?.ids ?? [];
  const files = index.all<{ path: string; isProgram: number }>(FILES, JSON.stringify([...ids]));
  const counts = new Map<string, { modules: number; programs: number }>();
  for (const { path, isProgram } of files) {
    for (const folder of foldersOf(path.replace(/\.lean$/u, '').replaceAll('/', '.'))) {
      const count = counts.get(folder) ?? { modules: 0, programs: 0 };
      counts.set(folder, { modules: count.modules + 1, programs: count.programs + isProgram });
    }
  }
  return new Set([...counts].flatMap(([folder, one]) => (one.programs >= MIN_SHARE * one.modules ? folder : [])));
}

/** All files, and whether `Lean` is open at most of their declarations. */
const FILES = `
WITH programs AS (SELECT file_id, count(*) AS count FROM json_each(?) ids JOIN decls ON decls.id = ids.value GROUP BY file_id)
SELECT path, coalesce(2 * count > (SELECT count(*) FROM decls WHERE decls.file_id = files.id), 0) AS isProgram
FROM files LEFT JOIN programs ON programs.file_id = files.id`;

/** `A.B.C` → `A`, `A.B`. */
function foldersOf(module: string): string[] {
  const folders: string[] = [];
  for (let dot = module.indexOf('.'); dot >= 0; dot = module.indexOf('.', dot + 1)) folders.push(module.slice(0, dot));
  return folders;
}
