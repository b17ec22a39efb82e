/** Finds Lean and a strong enough sandbox for `check` and `prove`, and opens the judge. */
import { dirname, relative, sep } from 'node:path';
import { childEnvironment } from '../config/env.ts';
import { detectSandbox, requireSandbox } from '../lean/process/sandbox.ts';
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { findLean, type LeanInstallation } from '../lean/toolchain/toolchain.ts';
import { openJudge, type Judge } from '../verify/audit/judge.ts';
import type { Progress } from '../ui/progress.ts';
import { requireSelfTest } from '../verify/self-test/self-test-cache.ts';
import { reaches } from '../verify/verdict.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import type { CommandContext } from './command-context.ts';

/** Limits for a Lean process, from the settings. */
export interface Bounds {
  timeoutMs: number;
  memoryBytes: number;
}

export function boundsOf({ settings }: CommandContext): Bounds {
  return {
    timeoutMs: settings.leanTimeoutSeconds * 1000,
    memoryBytes: settings.leanMemoryMegabytes * 1024 * 1024,
  };
}

/** The Lean installation for `file` (absolute path). @throws {Failure} exit `missing` */
export function findLeanFor(file: string, { settings, signal }: CommandContext): Promise<LeanInstallation> {
  const { lakeCommand, elanHome, cacheHome: cacheFolder } = settings;
  return findLean({
    lakeCommand,
    elanHome,
    cacheFolder,
    folder: dirname(file),
    file,
    environment: childEnvironment(),
    signal,
  });
}

/** The strongest sandbox of this machine. @throws {Failure} exit `missing` if it is weaker than required */
export async function sandboxFor({
  requireSandbox: required,
}: Pick<JudgingOptions, 'requireSandbox'>): Promise<SandboxLevel> {
  const found = await detectSandbox();
  if (required !== null) requireSandbox(found, required);
  return found.level;
}

export interface JudgingRequest {
  /** Absolute path of the file to fill, or of the original: it is compiled as the module at that path. */
  file: string;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  allowNew: boolean;
}

/**
 * Opens the judge, which must have passed its self-test once for each toolchain.
 * @throws {Failure} exit `missing` if the self-test fails
 */
export async function judgeFor(
  options: Pick<JudgingOptions, 'level' | 'allowAxioms'>,
  request: JudgingRequest,
  context: CommandContext,
): Promise<Judge> {
  const { signal, settings } = context;
  const { file, ...target } = request;
  const { installation } = target;
  const bounds = boundsOf(context);
  const cacheFolder = settings.cacheHome;
  if (options.level !== 'compile') await requireTestedJudge(target, context);
  const { level, allowAxioms: allowedAxioms } = options;
  // External checkers look up modules by their first name component and would find the project's in the scratch folder.
  const module = reaches(level, 'kernel') ? null : moduleOf(file, installation);
  return openJudge({ ...target, ...bounds, level, allowedAxioms, cacheFolder, gate: true, module, signal });
}

/**
 * Tests the judge on this Lean, unless that was done before.
 * @throws {Failure} exit `missing` if it gives a wrong verdict
 */
export async function requireTestedJudge(
  { installation, sandbox }: Pick<JudgingRequest, 'installation' | 'sandbox'>,
  context: CommandContext,
): Promise<void> {
  const { signal, settings } = context;
  let progress: Progress | null = null;
  const onProgress = (done: number, total: number, name: string): void => {
    if (progress === null)
      context.log.info(`Testing the judge on this Lean, once: ${total} known cases, some minutes.`);
    progress ??= context.startProgress('Testing the judge');
    progress.update(done, total, `${done} of ${total} cases, ${name}`);
  };
  try {
    const cacheFolder = settings.cacheHome;
    await requireSelfTest({ installation, sandbox, ...boundsOf(context), cacheFolder, signal, onProgress });
  } finally {
    // TypeScript does not know that `onProgress` was called.
    (progress as Progress | null)?.stop();
  }
}

/** Components of the module name, from the file's path in its project; null outside a project or without a valid name. */
function moduleOf(file: string, { projectRoot }: LeanInstallation): string[] | null {
  if (projectRoot === null) return null;
  const parts = relative(projectRoot, file)
    .replace(/\.lean$/u, '')
    .split(sep);
  return parts.every((part) => /^[\p{L}_][\p{L}\p{N}_']*$/u.test(part)) ? parts : null;
}
