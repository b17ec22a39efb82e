/** Where the packages of an index are on this machine. An index that another machine built has the paths of that machine. */
import { memoize } from '../base/memoize.ts';
import { realPathOf, valueOr } from '../base/read-or-null.ts';
import { projectName } from '../lean/lake-project.ts';
import type { LibraryIndex } from './library-index.ts';
import { projectRoots } from './roots.ts';
import type { SourcePackage } from './source-files.ts';

/** Absolute paths by the names of the packages. */
export type PackageRoots = ReadonlyMap<string, string>;

/** The paths that the index has stored. */
export const storedRoots = memoize(
  (index: LibraryIndex): PackageRoots => new Map(packagesOf(index).map(({ name, root }) => [name, root])),
);

/**
 * Those that the project on this machine uses, if the index is of the same project elsewhere; otherwise as the index says. A
 * package at another commit counts as another one.
 */
export function rootsInProject(index: LibraryIndex, projectRoot: string | null, elanHome: string): PackageRoots {
  const packages = packagesOf(index);
  const project = packages.find(({ kind }) => kind === 'project');
  if (projectRoot === null || project === undefined || realPathOf(project.root) === realPathOf(projectRoot))
    return storedRoots(index);
  if (project.name !== projectName(projectRoot)) return storedRoots(index);
  const found = valueOr([], () => projectRoots(projectRoot, elanHome).packages);
  const here = new Map(found.map((each) => [each.name, each]));
  return new Map(
    packages.map(({ name, root, rev, kind }) => {
      const own = here.get(name);
      return [name, own !== undefined && (kind === 'project' || own.rev === rev) ? own.root : root];
    }),
  );
}

const packagesOf = (index: LibraryIndex): SourcePackage[] => index.all('SELECT name, root, rev, kind FROM packages');
