/** Finds the Lean that checks a file: its project, its toolchain by elan's rules, its Lake, and their settings. */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { chosenToolchain, isElanProxy, toolchainFolder, type ChosenToolchain } from './elan.ts';
import { findExecutable } from '../process/executable.ts';
import { interpreterOf } from '../process/interpreter.ts';
import { lakefileAsToml, lakeEnvironment, type LakeProject } from './lake-env.ts';
import { manifestPackages } from '../lake-manifest.ts';
import { leanOptionsOf } from './lean-options.ts';
import { versionOf, type LeanVersion } from './lean-version.ts';
import { lakeMissing, leanMissing, noToolchainChosen, toolchainMissing } from './missing-lean.ts';

export type { LeanGeneration, LeanVersion } from './lean-version.ts';

export interface LeanInstallation {
  /** Absolute path of the binary that `lake env lean` would run. */
  lean: string;
  /** Absolute path, or null without Lake. */
  lake: string | null;
  version: LeanVersion;
  /** Exactly the variables that Lean needs: those of `lake env` and a few of the user's, never a secret. */
  environment: Record<string, string>;
  /** `leanOptions` of the lakefile as arguments: `-DautoImplicit=false`. */
  options: string[];
  /** Nearest folder above the file with a lakefile or `lean-toolchain`, or null. `lean` runs in it. */
  projectRoot: string | null;
  /** As elan names it: `leanprover/lean4:v4.33.0`; null if unknown. */
  toolchain: string | null;
  /** Folders of compiled modules, in Lean's order, the toolchain's own last. */
  searchPath: string[];
  /** Folders that a confined Lean must be able to read: toolchain, project, packages. */
  readable: string[];
}

export interface LeanSearch {
  /** `lake`, or the path in the user's settings. */
  lakeCommand: string;
  /** Folder of elan; it may not exist. */
  elanHome: string;
  /** Folder of the file. */
  folder: string;
  /** The file, if `leanOptions` of its library are needed in addition to those of the package. */
  file?: string;
  /** The user's variables without secrets. */
  environment: Readonly<Record<string, string>>;
  /** Folder of cached answers of Lake, or null to query Lake each time. */
  cacheFolder: string | null;
  signal: AbortSignal;
}

/**
 * Throws a `Failure` (exit `missing`) with the command that fixes it if something is missing: no Lean, toolchain not
 * installed, package not fetched, Lake failing, Lean too old. Does not check whether modules are compiled.
 */
export async function findLean(search: LeanSearch): Promise<LeanInstallation> {
  const base = forwarded(search.environment);
  const project = findProject(search.folder, base['HOME']);
  const chosen = chosenToolchain(search.folder, search.elanHome, search.environment['ELAN_TOOLCHAIN']);
  const programs = findPrograms(search, base, chosen);
  const cwd = project?.root ?? search.folder;
  const path = [...(programs.toolchain === null ? [] : [join(programs.toolchain, 'bin')]), base['PATH'] ?? ''].join(
    delimiter,
  );
  const lakeVariables = { ...base, PATH: path };
  const { cacheFolder, signal } = search;
  const lakeProject =
    programs.lake === null
      ? null
      : {
          lake: programs.lake,
          root: cwd,
          toolchain: chosen?.name ?? null,
          environment: lakeVariables,
          cacheFolder,
          signal,
        };
  if (lakeProject === null && project?.hasLakefile === true) throw lakeMissing(project.root, search);
  const fromLake = lakeProject === null ? {} : await variablesOfLake(lakeProject, project?.hasLakefile === true);
  const environment: Record<string, string> = { ...lakeVariables, ...fromLake };
  const lean = findLeanProgram(environment, programs, cwd);
  if (lean === null) throw leanMissing(search, chosen);
  const toml = lakeProject === null || project?.hasLakefile !== true ? '' : await lakefileAsToml(lakeProject);
  const searchPath = foldersOf(environment['LEAN_PATH']);
  const sysroot = environment['LEAN_SYSROOT'] ?? dirname(dirname(realpathSync(lean)));
  return {
    lean,
    lake: programs.lake,
    version: await versionOf({ lean, environment, cacheFolder, signal }),
    environment,
    options: optionsOf(toml, cwd, search.file ?? null),
    projectRoot: project?.root ?? null,
    toolchain: chosen?.name ?? null,
    searchPath: [...searchPath, join(sysroot, 'lib', 'lean')].filter((folder, at, all) => all.indexOf(folder) === at),
    readable: readableFolders(lean, sysroot, searchPath, project?.root ?? null, environment),
  };
}

/** The same Lean, which reads no file of the project or its packages. It has only the modules of the toolchain. */
export function withoutProject(installation: LeanInstallation): LeanInstallation {
  const { lean, projectRoot, readable, searchPath } = installation;
  if (projectRoot === null) return installation;
  const folders = [projectRoot, ...manifestPackages(projectRoot).map(({ root }) => root)];
  const isOfProject = (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));
  const own = searchPath.slice(-1);
  // A toolchain can be in the project.
  const kept = [
    lean,
    ...own.map((library) => dirname(dirname(library))),
    ...readable.filter((path) => !isOfProject(path)),
  ];
  return { ...installation, options: [], projectRoot: null, searchPath: own, readable: [...new Set(kept)] };
}

/** Without a lakefile, Lake's answer matters little, so a failing Lake is ignored. */
async function variablesOfLake(lake: LakeProject, hasLakefile: boolean): Promise<Record<string, string>> {
  try {
    return await lakeEnvironment(lake);
  } catch (error) {
    if (hasLakefile || !(error instanceof Failure)) throw error;
    return {};
  }
}

/** User variables that Lean, Lake and elan read. Nothing else: model-written code in Lean could disclose it. */
const FORWARDED = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH'],
  ...['ELAN_HOME', 'ELAN_TOOLCHAIN', 'LEAN_PATH', 'LEAN_SRC_PATH', 'LEAN_SYSROOT', 'LEAN_NUM_THREADS'],
  // The shim in fixtures/lean-shim uses it to find the real Lean.
  'OLD_LEAN',
];

function forwarded(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    FORWARDED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

const LAKEFILES = ['lakefile.toml', 'lakefile.lean'];

/** The nearest folder with a lakefile or `lean-toolchain`; the latter alone does not count in or above the home. */
function findProject(folder: string, home: string | undefined): { root: string; hasLakefile: boolean } | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (LAKEFILES.some((file) => existsSync(join(at, file)))) return { root: at, hasLakefile: true };
    if (existsSync(join(at, 'lean-toolchain')) && !isAbove(at, home)) return { root: at, hasLakefile: false };
    if (dirname(at) === at) return null;
  }
}

interface Programs {
  lake: string | null;
  lean: string | null;
  /** Folder of the toolchain that elan would choose; null if `lake` and `lean` are not elan's. */
  toolchain: string | null;
}

/** `lake` and `lean` of the PATH; if they are elan proxies, the programs that elan would run. */
function findPrograms(search: LeanSearch, base: Record<string, string>, chosen: ChosenToolchain | null): Programs {
  const find = (command: string): string | null => findExecutable(command, base['PATH'] ?? '', search.folder);
  const [lake, lean] = [find(search.lakeCommand), find('lean')];
  const isElans = [lake, lean].some((program) => program !== null && isElanProxy(program));
  // elan's folder exists even if none is on the PATH, as in an editor that was not started from a shell.
  if (!isElans && (lake !== null || lean !== null)) return { lake, lean, toolchain: null };
  if (chosen === null) {
    if (isElans) throw noToolchainChosen(search);
    return { lake: null, lean: null, toolchain: null };
  }
  const toolchain = toolchainFolder(chosen.name, search.elanHome);
  if (toolchain === null) {
    if (isElans || existsSync(search.elanHome)) throw toolchainMissing(chosen, search.elanHome);
    return { lake: null, lean: null, toolchain: null };
  }
  const own = (name: string): string | null => findExecutable(join(toolchain, 'bin', name), '', '/');
  return { lake: lake !== null && !isElanProxy(lake) ? lake : own('lake'), lean: own('lean'), toolchain };
}

/** The first on the PATH that Lake printed; never elan, which resolves the toolchain again and cannot in a sandbox. */
function findLeanProgram(environment: Record<string, string>, programs: Programs, cwd: string): string | null {
  const first = findExecutable('lean', environment['PATH'] ?? '', cwd);
  if (first !== null && !isElanProxy(first)) return first;
  const sysroot = environment['LEAN_SYSROOT'];
  const ofLake = sysroot === undefined ? null : findExecutable(join(sysroot, 'bin', 'lean'), '', '/');
  return ofLake ?? programs.lean;
}

function optionsOf(toml: string, root: string, file: string | null): string[] {
  try {
    return leanOptionsOf(toml, file === null ? null : relative(root, file));
  } catch (error) {
    throw new Failure('missing', 'lakefile-unreadable', {
      message: `The lakefile in ${root} cannot be read, so the options for Lean are unknown.`,
      reason: error instanceof Error ? firstLine(error.message) : String(error),
      next: `cd ${root} && lake env`,
      cause: error,
    });
  }
}

/** Excludes folders that contain the user's home, even if a toolchain was unpacked directly into it. */
function readableFolders(
  lean: string,
  sysroot: string,
  searchPath: string[],
  root: string | null,
  environment: Record<string, string>,
): string[] {
  const packages = root === null ? [] : [root, ...manifestPackages(root).map((each) => each.root)];
  const interpreter = interpreterOf(lean, environment['PATH'] ?? '');
  const needed = [sysroot, ...searchPath, ...foldersOf(environment['LD_LIBRARY_PATH']), ...interpreter];
  const harmless = needed.filter((folder) => !isAbove(folder, environment['HOME']));
  return [...new Set([lean, ...packages, ...harmless])].filter((path) => existsSync(path));
}

const foldersOf = (path: string | undefined): string[] => (path ?? '').split(delimiter).filter(isAbsolute);

/** Whether `folder` is `below` or contains it. */
function isAbove(folder: string, below: string | undefined): boolean {
  if (below === undefined) return folder === '/';
  return !relative(folder, below).startsWith('..');
}
