/** What `check` and `prove` need before anything is judged: a Lean, a sandbox that is strong enough, a judge. */
import { dirname } from 'node:path';
import { childEnvironment } from '../config/env.ts';
import { detectSandbox, requireSandbox, type SandboxLevel } from '../lean/sandbox.ts';
import { findLean, type LeanInstallation } from '../lean/toolchain.ts';
import { openJudge, type Judge } from '../verify/judge.ts';
import type { Level } from '../verify/verdict.ts';
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
export async function sandboxFor({ requireSandbox: required }: JudgingOptions): Promise<SandboxLevel> {
  const found = await detectSandbox();
  if (required !== null) requireSandbox(found, required);
  return found.level;
}

export interface JudgingRequest {
  installation: LeanInstallation;
  sandbox: SandboxLevel;
  allowNew: boolean;
  signal: AbortSignal;
}

export function judgeFor(options: JudgingOptions, request: JudgingRequest, bounds: Bounds): Promise<Judge> {
  return openJudge({
    ...request,
    ...bounds,
    level: options.level,
    allowedAxioms: options.allowAxioms,
    gate: true,
  });
}
