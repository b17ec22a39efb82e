/** Links from a declaration to the web: its lines on GitHub, and its entry on the documentation site of its package. */
import { memoize, memoizeByValue } from '../base/memoize.ts';
import { valueOr } from '../base/read-or-null.ts';
import { wordSet } from '../base/words.ts';
import type { Settings } from '../config/settings.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import type { PackageKind } from '../index/source-files.ts';
import { gitHubFolder, gitHubRepository } from '../lean/git-remote.ts';
import { manifestPackages } from '../lean/lake-manifest.ts';

export interface Links {
  source: string | null;
  documentation: string | null;
}

export type Link = (
  row: Pick<DeclarationRow, 'name' | 'package' | 'module' | 'filePath' | 'lineStart' | 'lineEnd' | 'isPrivate'>,
) => Links;

interface Package {
  name: string;
  root: string;
  rev: string;
  kind: PackageKind;
}

const MATHLIB_SITE = 'https://leanprover-community.github.io/mathlib4_docs';
/** Mathlib's site also documents the packages that Mathlib requires. */
const ON_MATHLIB_SITE = wordSet('mathlib batteries aesop qq proofwidgets importgraph plausible leansearchclient cli');
const COMMIT = /^[\da-f]{40,64}$/u;

/** Links are only to GitHub, Mathlib's site and `search.docs_site`: what an index contains decides the rest of the address. */
export function makeLink(
  index: LibraryIndex,
  { projectRoot, docsSite }: Pick<Settings, 'projectRoot' | 'docsSite'>,
): Link {
  const packages = packagesOf(index);
  const folderOf = memoizeByValue((name: string): string | null => {
    const found = packages.get(name);
    return found === undefined ? null : sourceFolder(found, projectRoot);
  });
  return ({ name, package: packageName, module, filePath, lineStart, lineEnd, isPrivate }) => {
    const folder = folderOf(packageName);
    const site = documentationSite(packages.get(packageName), docsSite);
    const lines = lineEnd > lineStart ? `L${lineStart}-L${lineEnd}` : `L${lineStart}`;
    const page = encodePath(module.replaceAll('.', '/'));
    return {
      source: folder === null ? null : `${folder}/${encodePath(filePath)}#${lines}`,
      documentation: site === null || isPrivate ? null : `${site}/${page}.html#${encodeURIComponent(name)}`,
    };
  };
}

const packagesOf = memoize((index: LibraryIndex): ReadonlyMap<string, Package> => {
  const packages = index.all<Package>('SELECT name, root, rev, kind FROM packages');
  return new Map(packages.map((found) => [found.name, found]));
});

/** The package's root at its commit, as an address; null if it is not on GitHub. */
function sourceFolder({ name, root, rev, kind }: Package, projectRoot: string | null): string | null {
  if (kind === 'toolchain') {
    const version = /^leanprover\/lean4:(v[\w.-]+)$/u.exec(rev)?.[1];
    return version === undefined ? null : `https://github.com/leanprover/lean4/blob/${version}/src`;
  }
  const isCommit = COMMIT.test(rev);
  const folder = isCommit ? gitHubFolder(root) : null;
  if (folder !== null) return at(folder.repository, rev, folder.path);
  // Without a checkout of its own, the manifest says where the package comes from.
  if (isCommit || kind !== 'git' || projectRoot === null) return null;
  const { url, subDir, requiredRev } =
    valueOr([], () => manifestPackages(projectRoot)).find((known) => known.name === name) ?? {};
  const repository = url === undefined ? null : gitHubRepository(url);
  return repository === null || !COMMIT.test(requiredRev ?? '') ? null : at(repository, requiredRev!, subDir ?? '');
}

function at(repository: string, commit: string, path: string): string {
  return [repository, 'blob', commit, ...(path === '' ? [] : [encodePath(path)])].join('/');
}

function documentationSite(found: Package | undefined, configured: string | null): string | null {
  if (found === undefined) return null;
  const name = found.name.toLowerCase();
  const isKnown =
    found.kind === 'toolchain' || name === 'mathlib' || (found.kind === 'git' && ON_MATHLIB_SITE.has(name));
  return isKnown ? MATHLIB_SITE : (configured?.replace(/\/+$/u, '') ?? null);
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
