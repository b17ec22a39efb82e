/**
 * Runs third-party checkers on files that the audit accepted: `leanchecker` for level `kernel`, and for level `challenge` the
 * first available of `lake challenge`, comparator and SafeVerify. Their results are exit codes. The calls follow their
 * documentation (lean/README.md) and were tested with stub programs only.
 */
import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { firstNonEmptyLine } from '../../base/one-line.ts';
import { findExecutable } from '../../lean/process/executable.ts';
import { manifestPackages } from '../../lean/lake-manifest.ts';
import { projectName } from '../../lean/lake-project.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { type Bounds, MODULE } from './compile.ts';
import type { Finding, UncheckedReason } from '../verdict.ts';

export interface AcceptedFile {
  /** The folder that contains the candidate's compiled module. */
  folder: string;
  text: string;
  /** Null if there is no original to compare with. */
  original: { text: string; olean: Uint8Array } | null;
  /** Full names of the proved theorems and of the filled definitions. */
  theorems: string[];
  definitions: string[];
  /** Full names of all allowed axioms. */
  axioms: string[];
}

export type CheckerResult =
  | { kind: 'accepts' }
  | { kind: 'rejects'; finding: Finding }
  | { kind: 'noResult'; why: UncheckedReason; detail: string };

/** Runs the toolchain's `leanchecker`, which replays the compiled module with the kernel. */
export async function runLeanchecker(
  accepted: AcceptedFile,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<CheckerResult> {
  const nextToLean = join(dirname(await realpath(installation.lean)), 'leanchecker');
  const path = installation.environment['PATH'] ?? '';
  const command =
    findExecutable(nextToLean, path, accepted.folder) ??
    findExecutable('leanchecker', path, accepted.folder) ??
    findExecutable('lean4checker', path, accepted.folder);
  if (command === null) {
    const detail =
      'this toolchain has no leanchecker (included since Lean 4.28), and there is no lean4checker on the PATH';
    return { kind: 'noResult', why: 'levelOutOfReach', detail };
  }
  const outcome = await runProcess({
    command,
    args: [MODULE],
    ...confined(accepted.folder, installation, bounds),
  });
  return resultOf(outcome, 'kernel', basename(command), () => true);
}

/** The challenge checkers by program name, in order of preference. */
const CHALLENGE_CHECKERS = new Map([
  ['comparator', runComparator],
  ['safe_verify', runSafeVerify],
]);

export async function runChallengeChecker(
  accepted: AcceptedFile,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<CheckerResult> {
  if (accepted.original === null) {
    return {
      kind: 'noResult',
      why: 'levelOutOfReach',
      detail: 'level challenge needs an original to compare with',
    };
  }
  const { lake, version, environment } = installation;
  if (lake !== null && version.generation === 'current' && version.minor >= FIRST_WITH_CHALLENGE) {
    return runLakeChallenge(accepted, lake, installation, bounds);
  }
  for (const [program, run] of CHALLENGE_CHECKERS) {
    const command = findExecutable(program, environment['PATH'] ?? '', accepted.folder);
    if (command !== null) return run(accepted, command, installation, bounds);
  }
  const detail = `this toolchain has no 'lake challenge' (included since Lean 4.${FIRST_WITH_CHALLENGE}), and neither comparator nor safe_verify is on the PATH`;
  return { kind: 'noResult', why: 'levelOutOfReach', detail };
}

const FIRST_WITH_CHALLENGE = 35;

/** `lake challenge` builds both files itself, in its own sandbox. Exit code 1: rejected; 2: it could not check. */
async function runLakeChallenge(
  accepted: AcceptedFile,
  lake: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<CheckerResult> {
  const folder = await challengeProject(accepted, installation);
  const outcome = await runProcess({
    command: lake,
    args: ['challenge', CONFIG],
    ...unconfined(folder, installation, bounds),
  });
  return resultOf(outcome, 'challenge', 'lake challenge', (code) => code === 1);
}

async function runComparator(
  accepted: AcceptedFile,
  comparator: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<CheckerResult> {
  const { lake } = installation;
  if (lake === null) return { kind: 'noResult', why: 'levelOutOfReach', detail: 'comparator needs Lake' };
  const folder = await challengeProject(accepted, installation);
  const args = ['env', comparator, CONFIG];
  const outcome = await runProcess({ command: lake, args, ...unconfined(folder, installation, bounds) });
  return resultOf(outcome, 'challenge', 'comparator', (code) => code === 1);
}

/** Passes two compiled modules, the original's first. Confined because it reads the candidate's module. */
async function runSafeVerify(
  accepted: AcceptedFile,
  command: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<CheckerResult> {
  const original = join(accepted.folder, 'Original.olean');
  await writeFile(original, accepted.original?.olean ?? '');
  const outcome = await runProcess({
    command,
    args: [original, join(accepted.folder, `${MODULE}.olean`)],
    ...confined(accepted.folder, installation, bounds),
  });
  return resultOf(outcome, 'challenge', 'SafeVerify', () => true);
}

const CONFIG = 'challenge.json';

/** Creates a Lake project with two modules that requires the user's project and its packages at their current paths. */
async function challengeProject(accepted: AcceptedFile, { projectRoot, options }: LeanInstallation): Promise<string> {
  const folder = join(accepted.folder, 'challenge');
  await mkdir(folder);
  const config = {
    challenge_module: 'Challenge',
    solution_module: 'Solution',
    theorem_names: accepted.theorems,
    ...(accepted.definitions.length === 0 ? {} : { definition_names: accepted.definitions }),
    permitted_axioms: accepted.axioms,
    enable_nanoda: false,
  };
  const project = projectRoot === null ? [] : [{ name: projectName(projectRoot), root: projectRoot }];
  const packages = [...project, ...(projectRoot === null ? [] : manifestPackages(projectRoot))];
  const lakefile = [
    'name = "lemmahead-challenge"',
    `moreLeanArgs = ${JSON.stringify(options)}`,
    ...project.map(({ name, root }) => `[[require]]\nname = ${JSON.stringify(name)}\npath = ${JSON.stringify(root)}`),
    ...['Challenge', 'Solution'].map((name) => `[[lean_lib]]\nname = "${name}"`),
  ];
  const entry = ({ name, root }: { name: string; root: string }, at: number): object => ({
    ...{ type: 'path', scope: '', name, dir: root, manifestFile: 'lake-manifest.json', configFile: 'lakefile.toml' },
    inherited: at > 0,
  });
  const manifest = { version: '1.2.0', packagesDir: '.lake/packages', packages: packages.map(entry), lakeDir: '.lake' };
  await writeFile(join(folder, 'Challenge.lean'), accepted.original?.text ?? '');
  await writeFile(join(folder, 'Solution.lean'), accepted.text);
  await writeFile(join(folder, CONFIG), JSON.stringify(config));
  await writeFile(join(folder, 'lakefile.toml'), `${lakefile.join('\n')}\n`);
  await writeFile(join(folder, 'lake-manifest.json'), JSON.stringify(manifest));
  if (projectRoot !== null) {
    await cp(join(projectRoot, 'lean-toolchain'), join(folder, 'lean-toolchain')).catch(() => undefined);
  }
  return folder;
}

type RunOptions = Omit<Parameters<typeof runProcess>[0], 'command' | 'args'>;

/** Options for a checker that reads compiled modules: the same confinement as for the compiler. */
function confined(folder: string, installation: LeanInstallation, bounds: Bounds): RunOptions {
  const { environment, searchPath, readable } = installation;
  return {
    ...unconfined(folder, installation, bounds),
    environment: { ...environment, LEAN_PATH: [folder, ...searchPath].join(':') },
    confinement: { level: bounds.sandbox, scratch: folder, readable },
  };
}

/** Options for a checker with its own sandbox: nested sandboxes often do not work. */
function unconfined(
  folder: string,
  { environment }: LeanInstallation,
  { timeoutMs, signal, memoryBytes }: Bounds,
): RunOptions {
  const limits = memoryBytes === null ? {} : { limits: { memoryBytes } };
  return { cwd: folder, environment, timeoutMs, signal, ...limits };
}

/** `isRejection` distinguishes the exit code for a rejection from one for a failed check. */
function resultOf(
  outcome: ProcessOutcome,
  rule: Finding['rule'],
  checker: string,
  isRejection: (exitCode: number) => boolean,
): CheckerResult {
  if (outcome.kind === 'cancelled') return { kind: 'noResult', why: 'cancelled', detail: 'stopped' };
  if (outcome.kind === 'timedOut') return { kind: 'noResult', why: 'timedOut', detail: `${checker} took too long` };
  if (outcome.kind === 'outOfMemory')
    return { kind: 'noResult', why: 'outOfMemory', detail: `${checker} ran out of memory` };
  if (outcome.kind === 'tooMuchDisk')
    return { kind: 'noResult', why: 'tooMuchDisk', detail: `${checker} wrote too much` };
  if (outcome.kind !== 'exited' || outcome.exitCode === null) {
    return { kind: 'noResult', why: 'crashed', detail: `${checker} did not exit normally` };
  }
  if (outcome.exitCode === 0) return { kind: 'accepts' };
  const words = firstNonEmptyLine(`${outcome.stderr}\n${outcome.stdout}`).slice(0, 300);
  const end = `(exit code ${outcome.exitCode}): ${words}`;
  if (isRejection(outcome.exitCode))
    return { kind: 'rejects', finding: { rule, name: null, detail: `${checker} rejects the file ${end}` } };
  return { kind: 'noResult', why: 'levelOutOfReach', detail: `${checker} could not check the file ${end}` };
}
