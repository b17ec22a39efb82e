/** Determines the source trees of an index: those that a user names, or those of a Lake project. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { statOrNull } from '../base/read-or-null.ts';
import { findProjectRoot } from '../config/paths.ts';
import { gitHead } from '../lean/git-head.ts';
import { manifestPackages, type LakePackage } from '../lean/lake-manifest.ts';
import { projectName, toolchainOf, toolchainSources } from '../lean/lake-project.ts';
import type { SourcePackage } from './source-files.ts';

export interface NamedRoot {
  name: string;
  path: string;
}

export interface Roots {
  packages: SourcePackage[];
  /** `leanprover/lean4:v4.33.0` or 'unknown'. */
  toolchain: string;
  /** Messages for the user: a package of the manifest is missing, or is at another commit. */
  warnings: string[];
}

/** The trees named by `--root`. Throws a `Failure` for a path that is not a folder, and for a repeated name. */
export function namedRoots(roots: readonly NamedRoot[], cwd: string): Roots {
  const packages = roots.map(({ name, path }): SourcePackage => {
    const root = resolve(cwd, path);
    if (!isFolder(root)) throw noFolder(name, root);
    return { name, root, rev: gitHead(root) ?? 'unknown', kind: 'root' };
  });
  const repeated = packages.find(({ name }, i) => packages.findIndex((other) => other.name === name) !== i);
  if (repeated !== undefined) {
    throw new Failure('usage', 'root-twice', {
      message: `Two roots have the name ${repeated.name}.`,
      next: 'Give each --root its own name.',
    });
  }
  const toolchains = new Set(packages.map(({ root }) => toolchainOf(root) ?? 'unknown'));
  const warnings = packages.filter(({ root }) => isModuleFolder(root)).map(modulesAreBelow);
  return { packages, toolchain: toolchains.size === 1 ? [...toolchains][0]! : 'unknown', warnings };
}

/** A folder `Foo` next to `Foo.lean`, not a package, contains modules `Foo.…`: read alone, they do not find each other. */
const isModuleFolder = (root: string): boolean =>
  statSync(`${root}.lean`, { throwIfNoEntry: false })?.isFile() === true && findProjectRoot(root) !== root;

function modulesAreBelow({ name, root }: SourcePackage): string {
  const module = basename(root);
  return (
    `${root} contains the modules of ${module}.lean next to it, which are then named without '${module}.'; ` +
    `use the root of the package: --root ${name}=${dirname(root)}`
  );
}

/** The project, every package of its manifest that exists, and the toolchain's own sources. */
export function projectRoots(projectRoot: string, elanHome: string): Roots {
  const warnings: string[] = [];
  const project: SourcePackage = {
    name: projectName(projectRoot),
    root: projectRoot,
    rev: gitHead(projectRoot) ?? 'unknown',
    kind: 'project',
  };
  const packages = [project];
  for (const found of manifestPackages(projectRoot)) {
    if (!isFolder(found.root))
      warnings.push(`package ${found.name} is not at ${found.root}: run \`lake update\` or \`lake build\``);
    else packages.push(manifestPackage(found, warnings));
  }
  const toolchain = toolchainOf(projectRoot);
  const sources = toolchain === null ? null : toolchainSources(toolchain, elanHome);
  if (sources !== null) packages.push({ name: 'lean4', root: sources, rev: toolchain!, kind: 'toolchain' });
  else
    warnings.push(
      `no sources of ${toolchain ?? 'a toolchain'} under ${join(elanHome, 'toolchains')}: Init, Std and Lean are left out`,
    );
  return { packages, toolchain: toolchain ?? 'unknown', warnings };
}

function manifestPackage({ name, root, kind, requiredRev }: LakePackage, warnings: string[]): SourcePackage {
  // A package without its own `.git` is in the project's repository, whose commit does not describe the package.
  const rev = existsSync(join(root, '.git')) || kind === 'path' ? (gitHead(root) ?? 'unknown') : 'unknown';
  if (requiredRev !== null && rev !== 'unknown' && rev !== requiredRev) {
    warnings.push(
      `package ${name} is at ${rev}, the manifest requires ${requiredRev}: run \`lake update\` or check it out`,
    );
  }
  return { name, root, rev, kind };
}

/** Refuses a checkout whose commit is not that of `--rev NAME=SHA`; the SHA may be abbreviated. */
export function checkRevisions(packages: readonly SourcePackage[], revs: Readonly<Record<string, string>>): void {
  for (const [name, requiredRev] of Object.entries(revs)) {
    const found = packages.find((pkg) => pkg.name === name);
    if (found === undefined) {
      throw new Failure('usage', 'rev-without-root', {
        message: `--rev names ${name}, but there is no such package.`,
        next: `The packages are: ${packages.map((pkg) => pkg.name).join(', ')}.`,
      });
    }
    if (found.rev === 'unknown') {
      throw new Failure('usage', 'wrong-commit', {
        message: `${name} at ${found.root} is not a Git checkout, so it is unknown whether it is at ${requiredRev}.`,
        next: 'Leave out --rev, or give the root of a checkout.',
      });
    }
    if (!/^[0-9a-f]{7,64}$/.test(requiredRev) || !found.rev.startsWith(requiredRev)) {
      throw new Failure('usage', 'wrong-commit', {
        message: `${name} at ${found.root} is at commit ${found.rev}, not ${requiredRev}.`,
        next: `git -C ${found.root} checkout ${requiredRev}`,
      });
    }
  }
}

const isFolder = (path: string): boolean => statOrNull(path)?.isDirectory() ?? false;

function noFolder(name: string, root: string): Failure {
  return new Failure('usage', 'root-no-folder', {
    message: `The root of ${name}, ${root}, is not a folder.`,
    next: 'Give the folder that contains the package: --root NAME=PATH.',
  });
}
