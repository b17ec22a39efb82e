/** What `check` and `prove` need before anything is judged: a Lean, a sandbox that is strong enough, a judge. */
import { dirname, relative, sep } from 'node:path';
import { childEnvironment } from '../config/env.ts';
import { detectSandbox, requireSandbox, type SandboxLevel } from '../lean/process/sandbox.ts';
import { findLean, type LeanInstallation } from '../lean/toolchain/toolchain.ts';
import { openJudge, type Judge } from '../verify/audit/judge.ts';
import type { Progress } from '../ui/progress.ts';
import { requireSelfTest } from '../verify/self-test/self-test-cache.ts';
import { type Level, reaches } from '../verify/verdict.ts';
import type { CommandContext } from './command.ts';

export interface JudgingOptions {
  /** `--allow-axioms`: full names of axioms that a proof may rest on, besides the usual three. */
  allowAxioms: string[];
  level: Level;
  /** `--require-sandbox`: the least confinement that Lean may run in; null for what there is. */
  requireSandbox: SandboxLevel | null;
}

/** What of a process is bounded, as the settings say. */
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

/** The Lean that `file` (absolute) belongs to. @throws {Failure} exit `missing`, with what to type. */
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

/** The best sandbox of this machine. @throws {Failure} exit `missing` where it is weaker than required. */
export async function sandboxFor({
  requireSandbox: required,
}: Pick<JudgingOptions, 'requireSandbox'>): Promise<SandboxLevel> {
  const found = await detectSandbox();
  if (required !== null) requireSandbox(found, required);
  return found.level;
}

export interface JudgingRequest {
  /** Absolute path of the file that is filled, or of the original: it is compiled as the module that it is there. */
  file: string;
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  allowNew: boolean;
}

/**
 * A judge that has shown, once for each toolchain, that it can be relied on there.
 * @throws {Failure} exit `missing` where it cannot.
 */
export async function judgeFor(
  options: JudgingOptions,
  request: JudgingRequest,
  context: CommandContext,
): Promise<Judge> {
  const { signal, settings } = context;
  const { file, ...asked } = request;
  const { installation, sandbox } = asked;
  const bounds = boundsOf(context);
  const cacheFolder = settings.cacheHome;
  if (options.level !== 'compile') {
    let progress: Progress | null = null;
    const onProgress = (done: number, total: number, name: string): void => {
      if (progress === null)
        context.log.info(`The judge is tried on this Lean, once: ${total} known cases, some minutes.`);
      progress ??= context.startProgress('Trying the judge');
      progress.update(done, total, `${done} of ${total} cases, ${name}`);
    };
    try {
      await requireSelfTest({ installation, sandbox, ...bounds, cacheFolder, signal, onProgress });
    } finally {
      // TypeScript does not see that the function above was called.
      (progress as Progress | null)?.stop();
    }
  }
  const { level, allowAxioms: allowedAxioms } = options;
  // Checkers from outside look for modules by their first part, and would find the project's in the scratch folder.
  const module = reaches(level, 'kernel') ? null : moduleOf(file, installation);
  return openJudge({ ...asked, ...bounds, level, allowedAxioms, cacheFolder, gate: true, module, signal });
}

/** The parts of the module's name, by the path of the file in its project; null where it is in none, or has no such name. */
function moduleOf(file: string, { projectRoot }: LeanInstallation): string[] | null {
  if (projectRoot === null) return null;
  const parts = relative(projectRoot, file)
    .replace(/\.lean$/u, '')
    .split(sep);
  return parts.every((part) => /^[\p{L}_][\p{L}\p{N}_']*$/u.test(part)) ? parts : null;
}
