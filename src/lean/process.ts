/** The one place that starts processes: an argument list and no shell, a bounded time and output, nothing left behind. */
import { execa } from 'execa';
import type { Confinement } from './sandbox.ts';

/** Limits of one process, each inherited by what it starts. */
export interface ProcessLimits {
  /** Address space: what it allocates and what it maps, compiled modules too. */
  memoryBytes?: number;
  cpuSeconds?: number;
  /** Size of any one file that it writes. */
  fileBytes?: number;
}

export interface ProcessRequest {
  /** Absolute path, or a name that is looked up in `environment.PATH`. */
  command: string;
  args: readonly string[];
  cwd: string;
  /** All of the child's environment; of ours nothing is added but what the sandbox sets: HOME and TMPDIR. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  limits?: ProcessLimits;
  /** What it may touch; without it, all that the user may. */
  confinement?: Confinement;
  /** All of standard input; without it there is none. */
  input?: string;
  /** Opens file descriptor 3 for the child, to read and to write by `/dev/fd/3`; its content is `extra` of the outcome. */
  extraPipe?: boolean;
  /** What stdout and stderr may hold each, in UTF-16 units; the process is stopped where it writes more. */
  maxOutput?: number;
  /** Aborting it stops the process with all that it started. */
  signal: AbortSignal;
}

interface Output {
  stdout: string;
  stderr: string;
  /** What was written to file descriptor 3; '' without `extraPipe`. */
  extra: string;
}

/**
 * How a process ended. Only `exited` means that it ended by itself; `exitCode` is null where a signal killed it.
 * `timedOut` is by wall clock or by CPU time. `outOfMemory` is by what it said as it died under `limits.memoryBytes`.
 */
export type ProcessOutcome =
  | ({ kind: 'exited'; exitCode: number | null; signal: string | null } & Output)
  | ({ kind: 'timedOut'; timeoutMs: number } & Output)
  | ({ kind: 'outOfMemory'; memoryBytes: number } & Output)
  | ({ kind: 'tooMuchOutput' } & Output)
  | { kind: 'cancelled' }
  | { kind: 'cannotLaunch'; message: string };

/** A process that goes on until it ends or is killed. */
export interface RunningProcess {
  /** Of the outermost process, the sandbox's own. */
  readonly pid: number | null;
  /** False where the process is gone or has closed its input. */
  write(bytes: string | Uint8Array): boolean;
  /** Chunks as they come; `maxOutput` then counts for stderr alone, of which the last part is kept. */
  onStdout(listener: (chunk: Buffer) => void): void;
  /** Bytes of memory that it and all below it hold as their own, mapped files left out; null where that cannot be read. */
  residentBytes(): number | null;
  /** Kills it with all that it started; `ended` is then `cancelled`. */
  kill(): void;
  readonly ended: Promise<ProcessOutcome>;
}

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
  const output = { stdout: result.stdout, stderr: result.stderr, extra: '' };
  if (result.isCanceled) return { kind: 'cancelled' };
  if (result.timedOut) return { kind: 'timedOut', timeoutMs: request.timeoutMs, ...output };
  if (result.isMaxBuffer) return { kind: 'tooMuchOutput', ...output };
  if (result.exitCode === undefined && result.signal === undefined) {
    return { kind: 'cannotLaunch', message: result.originalMessage ?? result.shortMessage ?? 'unknown reason' };
  }
  return { kind: 'exited', exitCode: result.exitCode ?? null, signal: result.signal ?? null, ...output };
}

/** Starts a process that is written to and read from while it runs. `timeoutMs` counts from here; `Infinity` is none. */
export function startProcess(request: Omit<ProcessRequest, 'input'>): RunningProcess {
  throw new Error(`not built yet: ${request.command}`);
}
