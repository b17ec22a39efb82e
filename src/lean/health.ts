/** The checks of `doctor` about Lean: project, packages, compiled modules, selected Lean, sandbox, memory. */
import { existsSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { wordSet } from '../base/words.ts';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { chosenToolchain } from './toolchain/elan.ts';
import { isMathlib, manifestPackages, type LakePackage } from './lake-manifest.ts';
import { projectName, toolchainOf, toolchainSources } from './lake-project.ts';
import { BUILD_FOLDERS, isBuilt } from './toolchain/missing-imports.ts';
import { FAKE_TESTED } from './toolchain/fake-tested.ts';
import { runProcess } from './process/process.ts';
import { detectSandbox, MORE_SANDBOX } from './process/sandbox.ts';
import { soundRelease, soundnessBugsOf, unguardedBugsOf } from './toolchain/soundness-bugs.ts';
import { findLean, type LeanGeneration, type LeanInstallation, type LeanVersion } from './toolchain/toolchain.ts';

export interface LeanCheckInput {
  projectRoot: string | null;
  elanHome: string;
  lakeCommand: string;
  /** Environment of child processes, without secrets. */
  environment: Readonly<Record<string, string>>;
  /** Configured memory limit of one Lean process. */
  memoryBytes: number;
  cwd: string;
  signal: AbortSignal;
}

/** Codes for components that exist but do not work; all other codes of `findLean` mean that something is missing. */
const BROKEN_CODES = new Set(['lake-failed', 'lakefile-unreadable', 'lean-unusable', 'manifest-unreadable']);
const LAKE_CODES = wordSet('lake-missing lake-failed lakefile-unreadable packages-missing manifest-unreadable');
const VERSION_TIMEOUT_MS = 60_000;

export async function checkLean(input: LeanCheckInput): Promise<Check[]> {
  const { projectRoot, elanHome, environment } = input;
  const { checks, packages } = checkProject(projectRoot);
  return [
    ...checks,
    ...(projectRoot === null ? [] : packages.filter(isMathlib).map(checkMathlib(projectRoot))),
    checkToolchain(projectRoot, elanHome),
    ...(await checkPrograms(input, chosenToolchain(input.cwd, elanHome, environment['ELAN_TOOLCHAIN'])?.by)),
    await checkSandbox(),
    checkMemory(input.memoryBytes),
  ];
}

function checkProject(root: string | null): { checks: Check[]; packages: LakePackage[] } {
  if (root === null) {
    const fix = 'cd into a Lake project, or: lemmahead index build --root NAME=PATH';
    return { checks: [absent('project', 'no Lake project around this folder', fix)], packages: [] };
  }
  const project = ok('project', `${projectName(root)} at ${root}`);
  let packages: LakePackage[];
  try {
    packages = manifestPackages(root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { checks: [project, fault('packages', error.message, `cd ${root} && lake update`)], packages: [] };
  }
  const missing = packages.filter((each) => !existsSync(each.root)).map(({ name }) => name);
  if (missing.length > 0) {
    const words = `sources missing: ${missing.join(', ')}`;
    return { checks: [project, fault('packages', words, `cd ${root} && lake update`)], packages: [] };
  }
  if (packages.length === 0 && !existsSync(join(root, 'lake-manifest.json'))) {
    return { checks: [project, absent('packages', 'no lake-manifest.json', `cd ${root} && lake update`)], packages };
  }
  const mathlib = packages.find(isMathlib);
  const words = `${packages.length} in the manifest, ${mathlib ? `Mathlib at ${mathlib.root}` : 'no Mathlib'}`;
  return { checks: [project, ok('packages', words)], packages };
}

/** After `lake exe cache get`, the umbrella module may still be missing: then only `import Mathlib` fails. */
function checkMathlib(projectRoot: string) {
  return ({ root }: LakePackage): Check => {
    if (!isBuilt(root)) {
      const words = 'not built; a file that imports it cannot be checked';
      return absent('mathlib', words, `cd ${projectRoot} && lake exe cache get`);
    }
    if (BUILD_FOLDERS.some((folder) => existsSync(join(root, folder, 'Mathlib.olean')))) return ok('mathlib', 'built');
    return absent(
      'mathlib',
      "built, except the module for 'import Mathlib'",
      `cd ${projectRoot} && lake build Mathlib`,
    );
  };
}

function checkToolchain(projectRoot: string | null, elanHome: string): Check {
  if (projectRoot === null) return absent('toolchain', 'no Lake project', 'cd into a Lake project');
  const toolchain = toolchainOf(projectRoot);
  if (toolchain === null) return absent('toolchain', `no lean-toolchain in ${projectRoot}`, 'lake update');
  const sources = toolchainSources(toolchain, elanHome);
  if (sources === null) {
    return absent('toolchain', `${toolchain} has no sources under ${elanHome}`, `elan toolchain install ${toolchain}`);
  }
  return ok('toolchain', `${toolchain}, sources at ${sources}`);
}

/** Runs the same detection as `check`, but without the cached answer. */
async function checkPrograms(input: LeanCheckInput, chosenBy: string | undefined): Promise<Check[]> {
  const { projectRoot, cwd, environment, elanHome, lakeCommand, signal } = input;
  const folder = projectRoot ?? cwd;
  let found: LeanInstallation;
  try {
    found = await findLean({ lakeCommand, elanHome, folder, environment, cacheFolder: null, signal });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, reason, next = 'lemmahead doctor' } = error.detail;
    const words = reason === undefined ? message : `${message} ${firstLine(reason)}`;
    const failed = (BROKEN_CODES.has(code) ? fault : absent)(LAKE_CODES.has(code) ? 'lake' : 'lean', words, next);
    const other = absent(LAKE_CODES.has(code) ? 'lean' : 'lake', `not checked: see ${failed.what}`, next);
    return LAKE_CODES.has(code) ? [failed, other] : [other, failed];
  }
  const by = chosenBy === undefined || found.toolchain === null ? '' : `, chosen by ${chosenBy}`;
  const options = found.options.length === 0 ? '' : `, with ${found.options.join(' ')}`;
  return [
    found.lake === null
      ? absent(
          'lake',
          'not found; a file in a Lake project cannot be checked',
          'Install Lean with elan: https://lean-lang.org/install',
        )
      : ok('lake', `${await firstLineOf(found.lake, found, signal)} at ${found.lake}`),
    ok('lean', `${found.version.text} at ${found.lean}${by}${options}`),
    checkSoundness(found.version),
    checkTested(found.version.generation),
  ];
}

/** Bugs that make this Lean accept false statements, and whether the audit guards against them. */
function checkSoundness(version: LeanVersion): Check {
  const [all, unguarded] = [soundnessBugsOf(version), unguardedBugsOf(version)];
  if (all.length === 0) return ok('soundness', 'lemmahead knows no bugs of this kernel');
  if (unguarded.length === 0)
    return ok('soundness', `the audit guards against the ${all.length} known bugs of this kernel`);
  const threads = unguarded.flatMap(({ source }) => source).join(', ');
  const words = `the audit does not guard against ${unguarded.length} of ${all.length} known bugs of this kernel: ${threads}`;
  return absent('soundness', words, `a project on Lean ${soundRelease()} or later (docs/explanation/judge.md)`);
}

/** Warns the user, before they rely on it, that lemmahead is untested with this Lean. */
function checkTested(generation: LeanGeneration): Check {
  if (generation === '2021') return ok('shown', 'lemmahead was tested with this Lean');
  const words = `lemmahead is untested with this Lean: ${FAKE_TESTED.length} behaviours were shown only with a fake toolchain (docs/reference/toolchain.md)`;
  return absent('shown', words, 'lemmahead doctor --self-test');
}

async function firstLineOf(command: string, found: LeanInstallation, signal: AbortSignal): Promise<string> {
  const { environment, projectRoot } = found;
  const outcome = await runProcess({
    command,
    args: ['--version'],
    cwd: projectRoot ?? '/',
    environment,
    timeoutMs: VERSION_TIMEOUT_MS,
    signal,
  });
  return outcome.kind === 'exited' ? firstLine(outcome.stdout.trim()) : outcome.kind;
}

async function checkSandbox(): Promise<Check> {
  const { level, why } = await detectSandbox();
  if (level === 'bubblewrap') return ok('sandbox', level);
  const words = level === 'namespaces' ? `namespaces: same isolation, slower start (${why})` : `only ${level}: ${why}`;
  return level === 'namespaces' ? ok('sandbox', words) : absent('sandbox', words, MORE_SANDBOX);
}

function checkMemory(required: number): Check {
  const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;
  // A container may have less memory than its machine; without a limit this is 0 or extremely large.
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const words = `${gigabytes(total)}, ${gigabytes(Math.min(freemem(), total))} free; limit of one Lean process: ${gigabytes(required)}`;
  if (required <= total) return ok('memory', words);
  return absent('memory', words, 'Lower lean.memory in config.toml, or run with more memory.');
}
