/** What to do about an import that Lean could not load: which package it is of, and what builds that. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { manifestPackages, projectName, type LakePackage } from '../lake-project.ts';
import { leanLibraries } from '../lakefile.ts';

export interface MissingImport {
  /** One sentence: what is missing, and whose it is. */
  why: string;
  /** What to type. */
  next: string;
}

/** `said` is Lean's message about the header; `projectRoot` the project that the file is in, if it is. */
export function explainMissingImport(said: string, projectRoot: string | null): MissingImport {
  const module = moduleOf(said);
  if (module === null) return { why: firstLine(said), next: 'lemmahead doctor' };
  if (projectRoot === null) {
    return {
      why: `'${module}' is imported, but the file is in no Lake project, where only Lean's own modules can be had.`,
      next: `Put the file into a project that requires the package of '${module}'.`,
    };
  }
  const root = module.split('.')[0]!;
  const owner = packagesOf(projectRoot).find((each) => hasModule(each, root));
  if (owner === undefined) {
    return {
      why: `No package of the project at ${projectRoot} has a module '${module}'.`,
      next: 'See how the import is spelled; a package is added by `require` in the lakefile and `lake update`.',
    };
  }
  const isWhole = !isBuilt(owner.root);
  const isMathlib = owner.name.toLowerCase() === 'mathlib';
  if (isWhole && isMathlib) {
    return { why: `Mathlib is not built in ${projectRoot}.`, next: `cd ${projectRoot} && lake exe cache get` };
  }
  return {
    why: `${isWhole ? `The package '${owner.name}'` : `'${module}' of the package '${owner.name}'`} is not built.`,
    next: `cd ${projectRoot} && lake build ${module}`,
  };
}

/** Whether the package has any compiled module. */
export function isBuilt(packageRoot: string): boolean {
  // Before Lake 5 they lay one folder higher.
  return ['.lake/build/lib/lean', '.lake/build/lib', 'build/lib'].some((path) =>
    holdsOlean(join(packageRoot, path), 3),
  );
}

function holdsOlean(folder: string, depth: number): boolean {
  if (!existsSync(folder)) return false;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name.endsWith('.olean'))) return true;
  return depth > 0 && entries.some((entry) => entry.isDirectory() && holdsOlean(join(folder, entry.name), depth - 1));
}

/** The module that could not be loaded, by the wordings of all versions; an unknown prefix counts for all below it. */
function moduleOf(said: string): string | null {
  return (
    /^object file '.*' of module (\S+) does not exist/.exec(said)?.[1] ??
    /^unknown (?:module prefix|package) '([^']+)'/.exec(said)?.[1] ??
    /^bad import '([^']+)'/.exec(said)?.[1] ??
    null
  );
}

function packagesOf(projectRoot: string): LakePackage[] {
  const own: LakePackage = { name: projectName(projectRoot), root: projectRoot, kind: 'project', wantedRev: null };
  try {
    return [own, ...manifestPackages(projectRoot)];
  } catch (error) {
    if (error instanceof Failure) return [own];
    throw error;
  }
}

/** By its lakefile; and where that does not tell, by a source of that name, or the package's own name. */
function hasModule({ name, root }: LakePackage, module: string): boolean {
  const libraries = leanLibraries(root) ?? [];
  if (libraries.some(({ roots }) => roots.some((each) => each.split('.')[0] === module))) return true;
  return name.toLowerCase() === module.toLowerCase() || existsSync(join(root, `${module}.lean`));
}
