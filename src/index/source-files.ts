/** Finds the `.lean` files of a package and their modules. Does not read the content of any file. */
import { readdirSync, realpathSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { statOrNull } from '../base/read-or-null.ts';
import { leanLibraries } from '../lean/lakefile.ts';
import type { IndexProblem } from './problems.ts';

export type PackageKind = 'root' | 'project' | 'git' | 'path' | 'toolchain';

export interface SourcePackage {
  name: string;
  /** Absolute path. */
  root: string;
  /** Git commit, toolchain version, or 'unknown'. */
  rev: string;
  kind: PackageKind;
}

export interface SourceFile {
  package: SourcePackage;
  /** Below the package's root, with '/'. */
  path: string;
  module: string;
  size: number;
  mtimeMs: number;
}

export interface SourceListing {
  files: SourceFile[];
  /** Folders that could not be read. */
  problems: IndexProblem[];
}

/** Folders for builds and dependencies of old Lake versions; newer versions use hidden folders. */
const NO_SOURCES = new Set(['build', 'lake-packages', 'node_modules']);
const TOOLCHAIN_ROOTS = ['Init', 'Std', 'Lean'];

/**
 * Every source file of a package, sorted by path. A dependency with a lakefile provides the libraries it builds by
 * default, a project every file below it, the toolchain `Init`, `Std` and `Lean`. Skips hidden folders and the folders
 * in `except` (roots of other packages), and reads a folder that links point to only once.
 */
export function listSources(pkg: SourcePackage, except: ReadonlySet<string> = new Set()): SourceListing {
  const walk = new Walk(pkg, except);
  const libraries = pkg.kind === 'toolchain' ? null : leanLibraries(pkg.root);
  if (pkg.kind === 'toolchain') {
    for (const root of TOOLCHAIN_ROOTS) walk.moduleTree('', root);
  } else if (pkg.kind === 'project' || libraries === null) {
    walk.folder('', libraries?.map((library) => library.sourceDir) ?? []);
  } else {
    const defaults = libraries.filter((library) => library.isDefault);
    for (const library of defaults.length > 0 ? defaults : libraries) {
      for (const root of library.roots) walk.moduleTree(library.sourceDir, root);
    }
  }
  walk.followLinks();
  const files = [...walk.files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { files, problems: walk.problems };
}

class Walk {
  readonly files = new Map<string, SourceFile>();
  readonly problems: IndexProblem[] = [];
  readonly #package: SourcePackage;
  readonly #except: ReadonlySet<string>;
  /** Real paths of the folders that were read. */
  readonly #seen = new Set<string>();
  readonly #links: { path: string; sourceDirs: string[] }[] = [];
  #isFollowing = false;

  constructor(pkg: SourcePackage, except: ReadonlySet<string>) {
    this.#package = pkg;
    this.#except = except;
  }

  /** `Mathlib` in `src`: `src/Mathlib.lean` and all of `src/Mathlib/`. */
  moduleTree(sourceDir: string, root: string): void {
    const path = below(sourceDir, root.replaceAll('.', '/'));
    this.#file(`${path}.lean`, [sourceDir]);
    if (statOrNull(join(this.#package.root, path))?.isDirectory()) this.folder(path, [sourceDir]);
  }

  /** Adds all files below a folder; follows its links later. */
  folder(path: string, sourceDirs: string[]): void {
    const absolute = join(this.#package.root, path);
    let entries: Dirent[];
    let real: string;
    try {
      real = realpathSync(absolute);
      entries = readdirSync(absolute, { withFileTypes: true });
    } catch (error) {
      const message = `cannot be read: ${(error as Error).message}`;
      this.problems.push({ path: absolute, line: 1, message, isUnread: true });
      return;
    }
    if (this.#isFollowing && this.#seen.has(real)) return;
    this.#seen.add(real);
    for (const entry of entries) {
      if (entry.name.startsWith('.') || NO_SOURCES.has(entry.name)) continue;
      const inside = below(path, entry.name);
      if (entry.isDirectory()) this.#enter(inside, sourceDirs);
      else if (entry.isFile()) this.#file(inside, sourceDirs);
      else if (entry.isSymbolicLink()) {
        if (statOrNull(join(absolute, entry.name))?.isDirectory() === true)
          this.#links.push({ path: inside, sourceDirs });
        else this.#file(inside, sourceDirs);
      }
    }
  }

  /** Runs last, so a folder gets its own path if it has one. Reads each folder once, even if many links point to it. */
  followLinks(): void {
    this.#isFollowing = true;
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift())
      this.#enter(link.path, link.sourceDirs);
  }

  #enter(path: string, sourceDirs: string[]): void {
    if (!this.#except.has(join(this.#package.root, path))) this.folder(path, sourceDirs);
  }

  #file(path: string, sourceDirs: string[]): void {
    if (!path.endsWith('.lean') || path.endsWith('lakefile.lean')) return;
    const stat = statOrNull(join(this.#package.root, path));
    if (!stat?.isFile()) return;
    const module = moduleOf(path, sourceDirs);
    this.files.set(path, { package: this.#package, path, module, size: stat.size, mtimeMs: stat.mtimeMs });
  }
}

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The path below the deepest source folder that contains it, with dots. */
function moduleOf(path: string, sourceDirs: string[]): string {
  let from = 0;
  for (const dir of sourceDirs) {
    if (dir !== '' && path.startsWith(`${dir}/`)) from = Math.max(from, dir.length + 1);
  }
  return path.slice(from, -'.lean'.length).replaceAll('/', '.');
}
