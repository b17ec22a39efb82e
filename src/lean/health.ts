/** `doctor`'s questions about Lean: the project, its packages, what is compiled, which Lean would run, and in what box. */
import { existsSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { chosenToolchain } from './toolchain/elan.ts';
import { manifestPackages, projectName, type LakePackage, toolchainOf, toolchainSources } from './lake-project.ts';
import { isBuilt } from './toolchain/missing-imports.ts';
import { ONLY_FAKED } from './toolchain/only-faked.ts';
import { runProcess } from './process/process.ts';
import { detectSandbox, MORE_SANDBOX } from './process/sandbox.ts';
import { soundRelease, soundnessBugsOf, unguardedBugsOf } from './toolchain/soundness-bugs.ts';
import { findLean, type LeanGeneration, type LeanInstallation, type LeanVersion } from './toolchain/toolchain.ts';

export interface LeanSurroundings {
  projectRoot: string | null;
  elanHome: string;
  lakeCommand: string;
  /** The child's environment, without secrets. */
  environment: Readonly<Record<string, string>>;
  /** What one Lean may take, by the settings. */
  memoryBytes: number;
  cwd: string;
  signal: AbortSignal;
}

/** What is there and does not work; all else that `findLean` throws is something that is not there. */
const BROKEN = new Set(['lake-failed', 'lakefile-unreadable', 'lean-unusable', 'manifest-unreadable']);
const OF_LAKE = new Set([
  'lake-missing',
  'lake-failed',
  'lakefile-unreadable',
  'packages-missing',
  'manifest-unreadable',
]);
const VERSION_TIMEOUT_MS = 60_000;

export async function checkLean(surroundings: LeanSurroundings): Promise<Check[]> {
  const { projectRoot, elanHome, environment } = surroundings;
  const { checks, packages } = checkProject(projectRoot);
  return [
    ...checks,
    ...(projectRoot === null
      ? []
      : packages.filter(({ name }) => name.toLowerCase() === 'mathlib').map(checkMathlib(projectRoot))),
    checkToolchain(projectRoot, elanHome),
    ...(await checkPrograms(
      surroundings,
      chosenToolchain(surroundings.cwd, elanHome, environment['ELAN_TOOLCHAIN'])?.by,
    )),
    await checkSandbox(),
    checkMemory(surroundings.memoryBytes),
  ];
}

function checkProject(root: string | null): { checks: Check[]; packages: LakePackage[] } {
  if (root === null) {
    const mend = 'cd into one, or: lemmahead index build --root NAME=PATH';
    return { checks: [absent('project', 'no Lake project around this folder', mend)], packages: [] };
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
  const mathlib = packages.find(({ name }) => name.toLowerCase() === 'mathlib');
  const words = `${packages.length} in the manifest, ${mathlib ? `Mathlib at ${mathlib.root}` : 'no Mathlib'}`;
  return { checks: [project, ok('packages', words)], packages };
}

/** After `lake exe cache get` the umbrella module can still be missing: then `import Mathlib` fails, and all else works. */
function checkMathlib(projectRoot: string) {
  return ({ root }: LakePackage): Check => {
    if (!isBuilt(root)) {
      const words = 'not built; a file that imports it cannot be checked';
      return absent('mathlib', words, `cd ${projectRoot} && lake exe cache get`);
    }
    const folders = ['.lake/build/lib/lean', '.lake/build/lib', 'build/lib'];
    if (folders.some((folder) => existsSync(join(root, folder, 'Mathlib.olean')))) return ok('mathlib', 'built');
    return absent(
      'mathlib',
      "built, but for the module that 'import Mathlib' means",
      `cd ${projectRoot} && lake build Mathlib`,
    );
  };
}

function checkToolchain(projectRoot: string | null, elanHome: string): Check {
  if (projectRoot === null) return absent('toolchain', 'none without a project', 'cd into a Lake project');
  const toolchain = toolchainOf(projectRoot);
  if (toolchain === null) return absent('toolchain', `no lean-toolchain in ${projectRoot}`, 'lake update');
  const sources = toolchainSources(toolchain, elanHome);
  if (sources === null) {
    return absent('toolchain', `${toolchain} has no sources under ${elanHome}`, `elan toolchain install ${toolchain}`);
  }
  return ok('toolchain', `${toolchain}, sources at ${sources}`);
}

/** Asked as a check would ask, and not from what is kept of an earlier answer. */
async function checkPrograms(surroundings: LeanSurroundings, chosenBy: string | undefined): Promise<Check[]> {
  const { projectRoot, cwd, environment, elanHome, lakeCommand, signal } = surroundings;
  const folder = projectRoot ?? cwd;
  let found: LeanInstallation;
  try {
    found = await findLean({ lakeCommand, elanHome, folder, environment, cacheFolder: null, signal });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, reason, next = 'lemmahead doctor' } = error.detail;
    const words = reason === undefined ? message : `${message} ${firstLine(reason)}`;
    const said = (BROKEN.has(code) ? fault : absent)(OF_LAKE.has(code) ? 'lake' : 'lean', words, next);
    const other = absent(OF_LAKE.has(code) ? 'lean' : 'lake', `not looked for: see ${said.what}`, next);
    return OF_LAKE.has(code) ? [said, other] : [other, said];
  }
  const by = chosenBy === undefined || found.toolchain === null ? '' : `, chosen by ${chosenBy}`;
  const options = found.options.length === 0 ? '' : `, with ${found.options.join(' ')}`;
  return [
    found.lake === null
      ? absent(
          'lake',
          'none; a file in a Lake project cannot be checked',
          'Install Lean by elan: https://lean-lang.org/install',
        )
      : ok('lake', `${await firstLineOf(found.lake, found, signal)} at ${found.lake}`),
    ok('lean', `${found.version.text} at ${found.lean}${by}${options}`),
    checkSoundness(found.version),
    checkShown(found.version.generation),
  ];
}

/** Bugs by which this Lean accepts what does not follow, and that the audit does nothing against. */
function checkSoundness(version: LeanVersion): Check {
  const [all, unguarded] = [soundnessBugsOf(version), unguardedBugsOf(version)];
  if (all.length === 0) return ok('soundness', 'no bug of this kernel is known to lemmahead');
  if (unguarded.length === 0)
    return ok('soundness', `the audit guards against the ${all.length} known bugs of this kernel`);
  const threads = unguarded.flatMap(({ source }) => source).join(', ');
  const words = `${unguarded.length} of ${all.length} known bugs of this kernel the audit cannot see to: ${threads}`;
  return absent('soundness', words, `a project on Lean ${soundRelease()} or later (docs/checking.md)`);
}

/** With a Lean that nothing was ever tried on, the user should know so before he relies on it. */
function checkShown(generation: LeanGeneration): Check {
  if (generation === '2021') return ok('shown', 'this Lean is the one that lemmahead was tried with');
  const words = `lemmahead was not tried with this Lean: ${ONLY_FAKED.length} things were shown only with a stand-in (docs/toolchain.md)`;
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
  const words =
    level === 'namespaces' ? `namespaces, which hold as much and start slower (${why})` : `only ${level}: ${why}`;
  return level === 'namespaces' ? ok('sandbox', words) : absent('sandbox', words, MORE_SANDBOX);
}

function checkMemory(wanted: number): Check {
  const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;
  // A container can have less than its machine; without a limit this is 0 or beyond all measure.
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const words = `${gigabytes(total)}, ${gigabytes(Math.min(freemem(), total))} free; one Lean may take ${gigabytes(wanted)}`;
  if (wanted <= total) return ok('memory', words);
  return absent('memory', words, 'Set lean.memory lower in config.toml, or run with more memory.');
}
