/** `doctor`'s questions about Lean: the project, its packages, its toolchain, and whether `lake` runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { absent, fault, ok, type Check } from '../base/check.ts';
import { Failure } from '../base/errors.ts';
import { manifestPackages, projectName, type LakePackage, toolchainOf, toolchainSources } from './lake-project.ts';
import { runProcess } from './process.ts';

export interface LeanSurroundings {
  projectRoot: string | null;
  elanHome: string;
  lakeCommand: string;
  /** The child's environment, without secrets. */
  environment: Readonly<Record<string, string>>;
  cwd: string;
  signal: AbortSignal;
}

const VERSION_TIMEOUT_MS = 15_000;
const INSTALL_ELAN = 'install elan: https://leanprover-community.github.io/get_started.html';

export async function checkLean(surroundings: LeanSurroundings): Promise<Check[]> {
  const { projectRoot, lakeCommand } = surroundings;
  return [
    ...checkProject(projectRoot),
    checkToolchain(surroundings),
    await checkCommand('lake', lakeCommand, surroundings),
    await checkCommand('lean', 'lean', surroundings),
  ];
}

function checkProject(root: string | null): Check[] {
  if (root === null) {
    return [
      absent(
        'project',
        'no Lake project around this folder',
        'cd into one, or: lemmahead index build --root NAME=PATH',
      ),
    ];
  }
  const project = ok('project', `${projectName(root)} at ${root}`);
  let packages: LakePackage[];
  try {
    packages = manifestPackages(root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [project, fault('packages', error.message, `cd ${root} && lake update`)];
  }
  const missing = packages.filter((each) => !existsSync(each.root)).map(({ name }) => name);
  if (missing.length > 0)
    return [project, fault('packages', `sources missing: ${missing.join(', ')}`, `cd ${root} && lake update`)];
  if (packages.length === 0 && !existsSync(join(root, 'lake-manifest.json'))) {
    return [project, absent('packages', 'no lake-manifest.json', `cd ${root} && lake update`)];
  }
  const mathlib = packages.find(({ name }) => name.toLowerCase() === 'mathlib');
  const words = `${packages.length} in the manifest, ${mathlib ? `Mathlib at ${mathlib.root}` : 'no Mathlib'}`;
  return [project, ok('packages', words)];
}

function checkToolchain({ projectRoot, elanHome }: LeanSurroundings): Check {
  if (projectRoot === null) return absent('toolchain', 'none without a project', 'cd into a Lake project');
  const toolchain = toolchainOf(projectRoot);
  if (toolchain === null) return absent('toolchain', `no lean-toolchain in ${projectRoot}`, 'lake update');
  const sources = toolchainSources(toolchain, elanHome);
  if (sources === null) {
    return absent('toolchain', `${toolchain} has no sources under ${elanHome}`, `elan toolchain install ${toolchain}`);
  }
  return ok('toolchain', `${toolchain}, sources at ${sources}`);
}

async function checkCommand(what: string, command: string, surroundings: LeanSurroundings): Promise<Check> {
  const { environment, signal, projectRoot, cwd } = surroundings;
  const outcome = await runProcess({
    command,
    args: ['--version'],
    cwd: projectRoot ?? cwd,
    environment,
    timeoutMs: VERSION_TIMEOUT_MS,
    signal,
  });
  if (outcome.kind === 'exited' && outcome.exitCode === 0)
    return ok(what, outcome.stdout.trim().split('\n', 1)[0] ?? '');
  if (outcome.kind === 'cannotLaunch')
    return absent(what, `${command} cannot be started; prove needs it`, INSTALL_ELAN);
  const why = outcome.kind === 'exited' ? firstLine(outcome.stderr || outcome.stdout) : outcome.kind;
  return fault(what, `${command} --version failed: ${why}`, INSTALL_ELAN);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
