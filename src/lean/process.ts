/** The one place that starts processes: an argument list and no shell, a bounded time and output, nothing left behind. */
import { execa } from 'execa';

export interface ProcessRequest {
  /** Absolute path, or a name that is looked up in `environment.PATH`. */
  command: string;
  args: readonly string[];
  cwd: string;
  /** All of the child's environment; nothing of ours is added. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** What stdout and stderr may hold each, in UTF-16 units; the process is stopped where it writes more. */
  maxOutput?: number;
  /** Aborting it stops the process with all that it started. */
  signal: AbortSignal;
}

interface Output {
  stdout: string;
  stderr: string;
}

/** How a process ended. Only `exited` means that it ended by itself; `exitCode` is null where a signal killed it. */
export type ProcessOutcome =
  | ({ kind: 'exited'; exitCode: number | null; signal: string | null } & Output)
  | ({ kind: 'timedOut'; timeoutMs: number } & Output)
  | ({ kind: 'tooMuchOutput' } & Output)
  | { kind: 'cancelled' }
  | { kind: 'cannotLaunch'; message: string };

const MAX_OUTPUT = 8 * 1024 * 1024;
/** Between a polite end and a forced one. */
const FORCE_KILL_AFTER_MS = 1000;

/**
 * Runs a process to its end, in a process group of its own. It does not throw: every way to end is an outcome. What
 * the process left running in its group is killed before this returns.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  if (request.signal.aborted) return { kind: 'cancelled' };
  const child = execa(request.command, request.args, {
    cwd: request.cwd,
    env: request.environment,
    extendEnv: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    timeout: Math.max(1, Math.ceil(request.timeoutMs)),
    maxBuffer: request.maxOutput ?? MAX_OUTPUT,
    cancelSignal: request.signal,
    killDescendants: true,
    forceKillAfterDelay: FORCE_KILL_AFTER_MS,
    reject: false,
  });
  // Who writes too much has the pipe closed before its end, and may not mind; so it is killed too.
  for (const stream of [child.stdout, child.stderr]) {
    stream.once('close', () => stream.readableEnded || child.kill('SIGKILL'));
  }
  const result = await child;
  child.kill('SIGKILL');
  const output = { stdout: result.stdout, stderr: result.stderr };
  if (result.isCanceled) return { kind: 'cancelled' };
  if (result.timedOut) return { kind: 'timedOut', timeoutMs: request.timeoutMs, ...output };
  if (result.isMaxBuffer) return { kind: 'tooMuchOutput', ...output };
  if (result.exitCode === undefined && result.signal === undefined) {
    return { kind: 'cannotLaunch', message: result.originalMessage ?? result.shortMessage ?? 'unknown reason' };
  }
  return { kind: 'exited', exitCode: result.exitCode ?? null, signal: result.signal ?? null, ...output };
}
