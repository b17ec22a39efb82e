/** Which modules are machinery, such as the implementation of tactics, and not mathematics. */
import { memoize } from '../base/memoize.ts';
import type { Declaration } from '../lean/declaration.ts';
import type { LibraryIndex } from './library-index.ts';

/** A folder is machinery if this share of its modules are programs. */
const MIN_SHARE = 0.5;

/** Whether a file is a program that extends Lean: `Lean` is open at most of its declarations. */
export function isProgram(declarations: readonly Pick<Declaration, 'namespace' | 'opens'>[]): boolean {
  const inLean = declarations.filter(
    ({ namespace, opens }) => /^Lean(?:\.|$)/u.test(namespace) || opens?.includes('Lean') === true,
  );
  return 2 * inLean.length > declarations.length;
}

/**
 * Folders in which most modules are programs, outermost only, as JSON. The lemmas in such a folder are there for its
 * programs.
 */
export function machineryFolders(files: readonly { module: string; isProgram: number }[]): string {
  const counts = new Map<string, { modules: number; programs: number }>();
  for (const file of files) {
    for (const folder of foldersOf(file.module)) {
      const count = counts.get(folder) ?? { modules: 0, programs: 0 };
      counts.set(folder, { modules: count.modules + 1, programs: count.programs + file.isProgram });
    }
  }
  const isMachinery = (folder: string): boolean => {
    const { modules, programs } = counts.get(folder)!;
    return programs >= MIN_SHARE * modules;
  };
  const found = [...counts.keys()].filter((folder) => isMachinery(folder) && !foldersOf(folder).some(isMachinery));
  return JSON.stringify(found.sort());
}

/** A test of a module's name. */
export const machineryTest = memoize((index: LibraryIndex): ((module: string) => boolean) => {
  const folders = JSON.parse(index.meta('machinery') ?? '[]') as string[];
  return (module) => folders.some((folder) => module.startsWith(`${folder}.`));
});

/** `A.B.C` → `A`, `A.B`. */
function foldersOf(module: string): string[] {
  const folders: string[] = [];
  for (let dot = module.indexOf('.'); dot >= 0; dot = module.indexOf('.', dot + 1)) folders.push(module.slice(0, dot));
  return folders;
}
