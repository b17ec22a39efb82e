/**
 * Checkers that others wrote, asked once the audit has accepted: `leanchecker` (level `kernel`), and for level
 * `challenge` the first that is here of `lake challenge`, comparator and SafeVerify. Their answers are exit codes; how they
 * are called was read from their documentation (lean/README.md) and has been tried with stand-ins only.
 */
import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { firstNonEmptyLine } from '../../base/one-line.ts';
import { findExecutable } from '../../lean/process/executable.ts';
import { manifestPackages, projectName } from '../../lean/lake-project.ts';
import { type ProcessOutcome, runProcess } from '../../lean/process/process.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { type Bounds, MODULE } from './compile.ts';
import type { Finding, UncheckedReason } from '../verdict.ts';

export interface Accepted {
  /** Folder with the candidate's compiled module in it. */
  folder: string;
  text: string;
  /** Null: there is nothing to compare it with. */
  original: { text: string; olean: Uint8Array } | null;
  /** Full names of what was proved, and of definitions that were filled. */
  theorems: string[];
  definitions: string[];
  /** Full names of all axioms that are allowed. */
  axioms: string[];
}

export type Opinion =
  | { kind: 'agrees' }
  | { kind: 'refuses'; finding: Finding }
  | { kind: 'none'; why: UncheckedReason; detail: string };

/** The kernel of the toolchain, by its own replay of the compiled module. */
export async function askLeanchecker(
  accepted: Accepted,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Opinion> {
  const beside = join(dirname(await realpath(installation.lean)), 'leanchecker');
  const path = installation.environment['PATH'] ?? '';
  const command =
    findExecutable(beside, path, accepted.folder) ??
    findExecutable('leanchecker', path, accepted.folder) ??
    findExecutable('lean4checker', path, accepted.folder);
  if (command === null) {
    const detail =
      'there is no leanchecker in this toolchain (it comes with Lean 4.28) and no lean4checker on the PATH';
    return { kind: 'none', why: 'levelOutOfReach', detail };
  }
  const outcome = await runProcess({
    command,
    args: [MODULE],
    ...confined(accepted.folder, installation, bounds),
  });
  return opinionOf(outcome, 'kernel', basename(command), () => true);
}

/** By the name of the program, in the order in which they are asked for. */
const CHALLENGERS = new Map([
  ['comparator', askComparator],
  ['safe_verify', askSafeVerify],
]);

export async function askChallenger(
  accepted: Accepted,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Opinion> {
  if (accepted.original === null) {
    return {
      kind: 'none',
      why: 'levelOutOfReach',
      detail: 'level challenge compares with an original, and there is none',
    };
  }
  const { lake, version, environment } = installation;
  if (lake !== null && version.generation === 'current' && version.minor >= FIRST_WITH_CHALLENGE) {
    return askLake(accepted, lake, installation, bounds);
  }
  for (const [program, ask] of CHALLENGERS) {
    const command = findExecutable(program, environment['PATH'] ?? '', accepted.folder);
    if (command !== null) return ask(accepted, command, installation, bounds);
  }
  const detail = `there is no 'lake challenge' in this toolchain (it comes with Lean 4.${FIRST_WITH_CHALLENGE}), and neither comparator nor safe_verify is on the PATH`;
  return { kind: 'none', why: 'levelOutOfReach', detail };
}

const FIRST_WITH_CHALLENGE = 35;

/** It builds both files itself, in a sandbox of its own. Exit 1 is its no; 2 is that it could not be asked. */
async function askLake(
  accepted: Accepted,
  lake: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Opinion> {
  const folder = await challengeProject(accepted, installation);
  const outcome = await runProcess({
    command: lake,
    args: ['challenge', CONFIG],
    ...free(folder, installation, bounds),
  });
  return opinionOf(outcome, 'challenge', 'lake challenge', (code) => code === 1);
}

async function askComparator(
  accepted: Accepted,
  comparator: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Opinion> {
  const { lake } = installation;
  if (lake === null) return { kind: 'none', why: 'levelOutOfReach', detail: 'comparator needs Lake' };
  const folder = await challengeProject(accepted, installation);
  const args = ['env', comparator, CONFIG];
  const outcome = await runProcess({ command: lake, args, ...free(folder, installation, bounds) });
  return opinionOf(outcome, 'challenge', 'comparator', (code) => code === 1);
}

/** Two compiled modules, the original's first. It replays both, so it is confined as whatever reads the candidate's is. */
async function askSafeVerify(
  accepted: Accepted,
  command: string,
  installation: LeanInstallation,
  bounds: Bounds,
): Promise<Opinion> {
  const original = join(accepted.folder, 'Original.olean');
  await writeFile(original, accepted.original?.olean ?? '');
  const outcome = await runProcess({
    command,
    args: [original, join(accepted.folder, `${MODULE}.olean`)],
    ...confined(accepted.folder, installation, bounds),
  });
  return opinionOf(outcome, 'challenge', 'SafeVerify', () => true);
}

const CONFIG = 'challenge.json';

/** A Lake project of two modules that stands on the user's project and its packages where they are. */
async function challengeProject(accepted: Accepted, { projectRoot, options }: LeanInstallation): Promise<string> {
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

type Surroundings = Omit<Parameters<typeof runProcess>[0], 'command' | 'args'>;

/** For a checker that reads compiled modules: it needs no more than the compiler did. */
function confined(folder: string, installation: LeanInstallation, bounds: Bounds): Surroundings {
  const { environment, searchPath, readable } = installation;
  return {
    ...free(folder, installation, bounds),
    environment: { ...environment, LEAN_PATH: [folder, ...searchPath].join(':') },
    confinement: { level: bounds.sandbox, scratch: folder, readable },
  };
}

/** For a checker that confines what it runs by itself: one sandbox in another often cannot be. */
function free(
  folder: string,
  { environment }: LeanInstallation,
  { timeoutMs, signal, memoryBytes }: Bounds,
): Surroundings {
  const limits = memoryBytes === null ? {} : { limits: { memoryBytes } };
  return { cwd: folder, environment, timeoutMs, signal, ...limits };
}

/** `isNo` tells an exit code that means 'no' from one that means 'I could not look'. */
function opinionOf(
  outcome: ProcessOutcome,
  rule: Finding['rule'],
  checker: string,
  isNo: (exitCode: number) => boolean,
): Opinion {
  if (outcome.kind === 'cancelled') return { kind: 'none', why: 'cancelled', detail: 'stopped' };
  if (outcome.kind === 'timedOut') return { kind: 'none', why: 'timedOut', detail: `${checker} took too long` };
  if (outcome.kind === 'outOfMemory')
    return { kind: 'none', why: 'outOfMemory', detail: `${checker} ran out of memory` };
  if (outcome.kind === 'tooMuchDisk') return { kind: 'none', why: 'tooMuchDisk', detail: `${checker} wrote too much` };
  if (outcome.kind !== 'exited' || outcome.exitCode === null) {
    return { kind: 'none', why: 'crashed', detail: `${checker} did not end by itself` };
  }
  if (outcome.exitCode === 0) return { kind: 'agrees' };
  const words = firstNonEmptyLine(`${outcome.stderr}\n${outcome.stdout}`).slice(0, 300);
  const detail = `${checker} refuses it (exit code ${outcome.exitCode}): ${words}`;
  if (isNo(outcome.exitCode)) return { kind: 'refuses', finding: { rule, name: null, detail } };
  return { kind: 'none', why: 'levelOutOfReach', detail: detail.replace('refuses it', 'could not be asked') };
}
