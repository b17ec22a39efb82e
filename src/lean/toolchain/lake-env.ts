/** Queries Lake about a project: the variables of `lake env`, the options of a `lakefile.lean`. Caches the answers. */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { words } from '../../base/words.ts';
import { Failure } from '../../base/errors.ts';
import { isRecord, readTextOrNull } from '../../base/read-or-null.ts';
import { cachedAnswer } from './lake-answer-cache.ts';
import { isMathlib, manifestPackages, type LakePackage } from '../lake-manifest.ts';
import { runProcess, type ProcessOutcome } from '../process/process.ts';
import { makeScratch, removeScratch } from '../process/scratch-folder.ts';

export interface LakeProject {
  /** Absolute path of `lake`. */
  lake: string;
  /** Folder in which Lake runs: the project's root. */
  root: string;
  toolchain: string | null;
  environment: Readonly<Record<string, string>>;
  cacheFolder: string | null;
  signal: AbortSignal;
}

/** Lake has to elaborate a `lakefile.lean`, which takes seconds. */
const LAKE_TIMEOUT_MS = 120_000;

/**
 * Variables set by `lake env` and read by Lean. A fixed list: Lake also has variables with a key (`LAKE_CACHE_KEY`),
 * and forwards those of the user.
 */
const FROM_LAKE = [
  ...['LAKE', 'LAKE_HOME', 'LEAN_SYSROOT', 'LEAN_AR', 'LEAN_CC', 'LEAN_PATH', 'LEAN_SRC_PATH', 'LEAN_GITHASH'],
  ...['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'ELAN_TOOLCHAIN'],
];

/**
 * Variables that `lake env` sets in the project, queried once per manifest, toolchain and lakefile. Throws a `Failure`
 * if Lake fails or would fetch packages.
 */
export async function lakeEnvironment(project: LakeProject): Promise<Record<string, string>> {
  requirePackages(project.root);
  const isGood = (answer: unknown): answer is Record<string, string> =>
    isStringRecord(answer) && (answer['LEAN_SYSROOT'] === undefined || existsSync(answer['LEAN_SYSROOT']));
  return cachedAnswer(project.cacheFolder, 'lake-env', inputsOf(project), isGood, async () => {
    const outcome = await runLake(project, ['env']);
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw lakeFailed(project, ['env'], outcome);
    const lines = outcome.stdout.split('\n').map((line) => /^([A-Z_]+)=(.*)$/.exec(line));
    const pairs = lines.flatMap((match) => (match?.[1] === undefined ? [] : [[match[1], match[2] ?? ''] as const]));
    return Object.fromEntries(pairs.filter(([name]) => FROM_LAKE.includes(name)));
  });
}

/**
 * The lakefile as TOML: unchanged, or for a `lakefile.lean` the output of `lake translate-config toml`, which evaluates
 * it. If both exist, Lake prefers `lakefile.lean`. '' if none exists.
 */
export async function lakefileAsToml(project: LakeProject): Promise<string> {
  if (!existsSync(join(project.root, 'lakefile.lean')))
    return readTextOrNull(join(project.root, 'lakefile.toml')) ?? '';
  requirePackages(project.root);
  const isText = (answer: unknown): answer is string => typeof answer === 'string';
  return cachedAnswer(project.cacheFolder, 'lakefile', inputsOf(project), isText, async () => {
    const folder = await makeScratch('lakefile');
    try {
      const file = join(folder, 'lakefile.toml');
      const args = ['translate-config', 'toml', file];
      const outcome = await runLake(project, args);
      if (outcome.kind !== 'exited' || outcome.exitCode !== 0) throw lakeFailed(project, args, outcome);
      return await readFile(file, 'utf8');
    } finally {
      await removeScratch(folder);
    }
  });
}

function runLake({ lake, root, environment, signal }: LakeProject, args: string[]): Promise<ProcessOutcome> {
  return runProcess({ command: lake, args, cwd: root, environment, timeoutMs: LAKE_TIMEOUT_MS, signal });
}

/** Lake fetches missing packages whenever it loads a project; a check must not. */
function requirePackages(root: string): void {
  const missing = packagesOf(root).filter((each) => !existsSync(each.root));
  const lakefile =
    (readTextOrNull(join(root, 'lakefile.toml')) ?? '') + (readTextOrNull(join(root, 'lakefile.lean')) ?? '');
  const hasNoManifest =
    !existsSync(join(root, 'lake-manifest.json')) && /^\s*(\[\[require\]\]|require\s)/m.test(lakefile);
  if (missing.length === 0 && !hasNoManifest) return;
  const hasMathlib = missing.some(isMathlib);
  throw new Failure('missing', 'packages-missing', {
    message: `Packages required by the project at ${root} are missing on this machine.`,
    reason: hasNoManifest
      ? 'It has no lake-manifest.json.'
      : `${missing.map(({ name, root: folder }) => `${name} is not at ${folder}`).join('; ')}.`,
    next: `cd ${root} && ${hasNoManifest ? 'lake update' : hasMathlib ? 'lake exe cache get' : 'lake build'}`,
  });
}

/** Without a manifest, an index is a configuration error; a check is impossible. */
function packagesOf(root: string): LakePackage[] {
  try {
    return manifestPackages(root);
  } catch (error) {
    throw error instanceof Failure
      ? Failure.of({ ...error.detail, exit: 'missing', next: `cd ${root} && lake update` }, error)
      : error;
  }
}

function lakeFailed({ lake, root }: LakeProject, args: string[], outcome: ProcessOutcome): Error {
  if (outcome.kind === 'cancelled') return new DOMException('This operation was aborted', 'AbortError');
  const output =
    outcome.kind === 'exited' ? `${outcome.stderr}\n${outcome.stdout}`.trim().split('\n').slice(0, 3).join('\n') : '';
  const end = outcome.kind === 'cannotLaunch' ? outcome.message : outcome.kind === 'exited' ? output : outcome.kind;
  return new Failure('missing', 'lake-failed', {
    message: `'lake ${args.slice(0, 2).join(' ')}' fails in ${root}.`,
    reason: `${lake}: ${end}`,
    next: `cd ${root} && lake env`,
  });
}

/** Everything that the answers depend on. */
function inputsOf({ lake, root, toolchain, environment }: LakeProject): (string | null)[] {
  const files = words('lake-manifest.json lakefile.toml lakefile.lean .lake/package-overrides.json lean-toolchain');
  const program = statSync(lake);
  return [
    ...['2', lake, String(program.mtimeMs), String(program.size), root, toolchain],
    ...files.map((file) => readTextOrNull(join(root, file))),
    JSON.stringify(
      environment,
      Object.keys(environment).toSorted((a, b) => (a < b ? -1 : 1)),
    ),
  ];
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
}
