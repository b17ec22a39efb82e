/** Explains an import that Lean could not load: its package, and the command that builds it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { isMathlib, manifestPackages, type LakePackage } from '../lake-manifest.ts';
import { projectName } from '../lake-project.ts';
import { leanLibraries } from '../lakefile.ts';

export interface MissingImport {
  /** One sentence: what is missing, and its package. */
  why: string;
  /** The command or step to fix it. */
  next: string;
}

/** `message`: Lean's message about the header. `projectRoot`: the project of the file, if any. */
export function explainMissingImport(message: string, projectRoot: string | null): MissingImport {
  const module = moduleOf(message);
  if (module === null) return { why: firstLine(message), next: 'lemmahead doctor' };
  if (projectRoot === null) {
    return {
      why: `'${module}' is imported, but the file is in no Lake project, so only Lean's own modules are available.`,
      next: `Move the file into a Lake project that requires the package of '${module}'.`,
    };
  }
  const root = module.split('.')[0]!;
  const owner = packagesOf(projectRoot).find((each) => hasModule(each, root));
  if (owner === undefined) {
    return {
      why: `No package of the project at ${projectRoot} has a module '${module}'.`,
      next: 'Check the spelling of the import. To add a package: `require` in the lakefile, then `lake update`.',
    };
  }
  const isUnbuilt = !isBuilt(owner.root);
  if (isUnbuilt && isMathlib(owner)) {
    return { why: `Mathlib is not built in ${projectRoot}.`, next: `cd ${projectRoot} && lake exe cache get` };
  }
  return {
    why: `${isUnbuilt ? `The package '${owner.name}'` : `'${module}' of the package '${owner.name}'`} is not built.`,
    next: `cd ${projectRoot} && lake build ${module}`,
  };
}

/** Where compiled modules are. Before Lake 5, they were one folder higher. */
export const BUILD_FOLDERS = ['.lake/build/lib/lean', '.lake/build/lib', 'build/lib'];

/** Whether the package has any compiled module. */
export function isBuilt(packageRoot: string): boolean {
  return BUILD_FOLDERS.some((path) => holdsOlean(join(packageRoot, path), 3));
}

function holdsOlean(folder: string, depth: number): boolean {
  if (!existsSync(folder)) return false;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name.endsWith('.olean'))) return true;
  return depth > 0 && entries.some((entry) => entry.isDirectory() && holdsOlean(join(folder, entry.name), depth - 1));
}

/** The module that could not be loaded, in the wordings of all versions; an unknown prefix covers all below it. */
function moduleOf(message: string): string | null {
  return (
    /^object file '.*' of module (\S+) does not exist/.exec(message)?.[1] ??
    /^unknown (?:module prefix|package) '([^']+)'/.exec(message)?.[1] ??
    /^bad import '([^']+)'/.exec(message)?.[1] ??
    null
  );
}

function packagesOf(projectRoot: string): LakePackage[] {
  const own: LakePackage = { name: projectName(projectRoot), root: projectRoot, kind: 'project', requiredRev: null };
  try {
    return [own, ...manifestPackages(projectRoot)];
  } catch (error) {
    if (error instanceof Failure) return [own];
    throw error;
  }
}

/** Determined from its lakefile, otherwise from a source file with that name or from the package's name. */
function hasModule({ name, root }: LakePackage, module: string): boolean {
  const libraries = leanLibraries(root) ?? [];
  if (libraries.some(({ roots }) => roots.some((each) => each.split('.')[0] === module))) return true;
  return name.toLowerCase() === module.toLowerCase() || existsSync(join(root, `${module}.lean`));
}
