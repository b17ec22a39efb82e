/** The one place that starts processes: an argument list and no shell, bounded in time, memory and output, nothing left behind. */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { availableParallelism, constants as system } from 'node:os';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { confine, type CommandLine } from './confine.ts';
import { findExecutable } from './executable.ts';
import { FAMILY_VARIABLE, killFamily, residentBytes } from './process-family.ts';
import type { Confinement } from './sandbox.ts';
import { findSandboxTools, type SandboxTools } from './sandbox-tools.ts';
import { UsageWatch } from './usage-watch.ts';
import { watchOver } from './watchdog.ts';

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
  /**
   * All of the child's environment; of ours nothing is added but HOME and TMPDIR in a sandbox, and a mark to find descendants by.
   */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** In a sandbox CPU time and files are limited anyway: by `timeoutMs` on all cores, and to `MAX_FILE`. */
  limits?: ProcessLimits;
  /** What it may touch; without it, all that the user may. */
  confinement?: Confinement;
  /** All of standard input; without it there is none. */
  input?: string;
  /** What stdout and stderr may hold each, in bytes; the process is stopped where it writes more. */
  maxOutput?: number;
  /** Aborting it stops the process with all that it started. */
  signal: AbortSignal;
}

interface Output {
  stdout: string;
  stderr: string;
}

/**
 * How a process ended. Only `exited` means that it ended by itself; `exitCode` is null where a signal killed it.
 * `timedOut` is by wall clock or by CPU time. `outOfMemory`: it said so as it died, and was seen to come near
 * `limits.memoryBytes`. `tooMuchDisk`: its scratch folder held more than `diskBytes`, or a file reached its limit.
 *
 * Whoever runs in it chooses among these by what he really does: he can run for ever, allocate, write, kill himself by
 * any signal. None of them is a yes or a no about a proof, and none is had by words or by an exit code alone: a
 * process that only says that it ran out of something has `exited`.
 */
export type ProcessOutcome =
  | ({ kind: 'exited'; exitCode: number | null; signal: string | null } & Output)
  | ({ kind: 'timedOut'; timeoutMs: number } & Output)
  | ({ kind: 'outOfMemory'; memoryBytes: number } & Output)
  | ({ kind: 'tooMuchOutput' } & Output)
  | ({ kind: 'tooMuchDisk'; diskBytes: number } & Output)
  | { kind: 'cancelled' }
  | { kind: 'cannotLaunch'; message: string };

/** A process that goes on until it ends or is killed. */
export interface RunningProcess {
  /** Of the outermost process, the sandbox's own. */
  readonly pid: number | null;
  /** False where the process is gone or has closed its input. */
  write(bytes: string | Uint8Array): boolean;
  /** Chunks as they come; they are kept nowhere else. */
  onStdout(listener: (chunk: Buffer) => void): void;
  /** Bytes of memory that it and all below it hold as their own, mapped files left out; null where that cannot be read. */
  residentBytes(): number | null;
  /** Kills it with all that it started; `ended` is then `cancelled`. */
  kill(): void;
  readonly ended: Promise<ProcessOutcome>;
}

const MAX_OUTPUT = 8 * 1024 * 1024;
/** Compiled modules have tens of megabytes at most. */
const MAX_FILE = 512 * 1024 ** 2;
/** All that is in a scratch folder: a compiler writes one module there, and little else. */
const MAX_SCRATCH = 1024 ** 3;
/** Between two looks at what a process uses, and at one that waits for questions most of the time. */
const LOOK_EVERY_MS = { run: 50, conversation: 1000 };
/** How long a pipe is read on that someone holds open after the process has ended. */
const PIPE_GRACE_MS = 500;

/**
 * Runs a process to its end, in a process group of its own. It does not throw: every way to end is an outcome. What
 * the process left running is killed before this returns.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  return start(request, false).ended;
}

/**
 * Starts a process that is written to and read from while it runs. `timeoutMs` counts from here; `Infinity` is none.
 * Of its stderr the last `maxOutput` bytes are kept, of its stdout nothing.
 */
export function startProcess(request: Omit<ProcessRequest, 'input'>): RunningProcess {
  return start(request, true);
}

function start(request: ProcessRequest, isConversation: boolean): RunningProcess {
  if (request.signal.aborted) return neverStarted({ kind: 'cancelled' });
  const command = findExecutable(request.command, request.environment['PATH'] ?? '', request.cwd);
  if (command === null) return neverStarted({ kind: 'cannotLaunch', message: `${request.command}: no such program` });
  if (!isFolder(request.cwd)) return neverStarted({ kind: 'cannotLaunch', message: `${request.cwd}: no such folder` });
  const { confinement = null } = request;
  const limits = { ...(confinement === null ? {} : defaultLimits(request.timeoutMs)), ...request.limits };
  const family = randomUUID();
  const environment = { ...request.environment, [FAMILY_VARIABLE]: family };
  try {
    const line = confine({ ...request, command, environment }, limits, confinement, sandboxTools());
    return launch({ ...request, limits }, line, family, isConversation);
  } catch (error) {
    return neverStarted({ kind: 'cannotLaunch', message: error instanceof Error ? error.message : String(error) });
  }
}

/** For what we do not trust: who gets away from us at the level `limits` shall not run for ever, nor fill the disk at once. */
function defaultLimits(timeoutMs: number): ProcessLimits {
  const cpu = Number.isFinite(timeoutMs)
    ? { cpuSeconds: Math.ceil(timeoutMs / 1000) * availableParallelism() + 1 }
    : {};
  return { fileBytes: MAX_FILE, ...cpu };
}

function neverStarted(outcome: ProcessOutcome): RunningProcess {
  const nothing = (): void => undefined;
  return {
    pid: null,
    write: () => false,
    onStdout: nothing,
    residentBytes: () => null,
    kill: nothing,
    ended: Promise.resolve(outcome),
  };
}

/** Why we ended it. */
type Stop = 'timedOut' | 'tooMuchOutput' | 'tooMuchDisk' | 'cancelled';

/**
 * `family` is the mark of its descendants. In a namespace of processes all die with the first one, and that with us;
 * but until the namespace stands, for the first milliseconds, only the mark and the watchdog hold them.
 */
function launch(request: ProcessRequest, line: CommandLine, family: string, isConversation: boolean): RunningProcess {
  const { limits = {}, maxOutput = MAX_OUTPUT, signal } = request;
  const watch = watchOver(family);
  const level = request.confinement?.level;
  const isWrapped = level === 'bubblewrap' || level === 'namespaces';
  const stdin = isConversation || request.input !== undefined ? 'pipe' : 'ignore';
  const child = execa(line.command, line.args, {
    cwd: line.cwd,
    env: line.environment,
    extendEnv: false,
    buffer: false,
    stdio: [stdin, 'pipe', 'pipe'],
    killDescendants: true,
    reject: false,
  });
  const { pid } = child;
  if (pid !== undefined) watch.led(pid);

  let stopped: Stop | null = null;
  const sweep = (): void => {
    if (pid !== undefined) killFamily(pid, family);
  };
  const stop = (why: Stop): void => {
    stopped ??= why;
    sweep();
  };
  const cancel = (): void => stop('cancelled');
  const timer = Number.isFinite(request.timeoutMs)
    ? setTimeout(stop, Math.max(1, request.timeoutMs), 'timedOut')
    : undefined;
  signal.addEventListener('abort', cancel, { once: true });
  const usage = watchUsage(request, pid, isConversation, () => stop('tooMuchDisk'));
  const began = performance.now();

  const stdout = isConversation
    ? null
    : new CapturedOutput(child.stdout, maxOutput, 'first', () => stop('tooMuchOutput'));
  const stderr = new CapturedOutput(child.stderr, maxOutput, isConversation ? 'last' : 'first', () =>
    stop('tooMuchOutput'),
  );
  child.nodeChildProcess.once('exit', () => {
    sweep();
    // Whoever escaped the sweep may hold the pipes open. What lies in them is read first, even if we were late.
    const letGo = (): void => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy());
    setTimeout(() => setImmediate(letGo), PIPE_GRACE_MS).unref();
  });
  child.stdin?.on('error', () => undefined);
  if (request.input !== undefined) child.stdin?.end(request.input);

  const ended = child.then((result): ProcessOutcome => {
    const elapsedMs = performance.now() - began;
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    watch.end();
    const isTooMuchDisk = usage?.end() ?? false;
    const output = { stdout: stdout?.text() ?? '', stderr: stderr.text() };
    if (stopped === 'cancelled') return { kind: 'cancelled' };
    if (stopped === 'timedOut') return { kind: 'timedOut', timeoutMs: request.timeoutMs, ...output };
    if (stopped === 'tooMuchOutput') return { kind: 'tooMuchOutput', ...output };
    if (isTooMuchDisk || stopped === 'tooMuchDisk') return { kind: 'tooMuchDisk', diskBytes: MAX_SCRATCH, ...output };
    const { exitCode, signal: deadlySignal } = isWrapped ? fromShellCode(result) : result;
    if (exitCode === undefined && deadlySignal === undefined) {
      return { kind: 'cannotLaunch', message: result.originalMessage ?? result.shortMessage ?? 'unknown reason' };
    }
    const { cpuSeconds = Infinity, memoryBytes = Infinity } = limits;
    if (deadlySignal === 'SIGXCPU' && canHaveUsed(cpuSeconds, elapsedMs)) {
      return { kind: 'timedOut', timeoutMs: cpuSeconds * 1000, ...output };
    }
    const isNearLimit = (usage?.peakAddressSpace ?? 0) >= memoryBytes * NEAR_MEMORY_LIMIT;
    if (exitCode !== 0 && isNearLimit && RAN_OUT_OF_MEMORY.test(output.stderr)) {
      return { kind: 'outOfMemory', memoryBytes, ...output };
    }
    return { kind: 'exited', exitCode: exitCode ?? null, signal: deadlySignal ?? null, ...output };
  });
  return {
    pid: pid ?? null,
    write: (bytes) => child.stdin?.writable === true && (child.stdin.write(bytes), true),
    onStdout: (listener) => void child.stdout.on('data', listener),
    residentBytes: () => (pid === undefined ? null : residentBytes(pid)),
    kill: cancel,
    ended,
  };
}

/** Null where there is nothing to be watched. */
function watchUsage(
  { confinement, limits = {} }: ProcessRequest,
  pid: number | undefined,
  isConversation: boolean,
  onTooMuchDisk: () => void,
): UsageWatch | null {
  if (pid === undefined || (confinement === undefined && limits.memoryBytes === undefined)) return null;
  return new UsageWatch({
    pid,
    scratch: confinement?.scratch ?? null,
    scratchBytes: MAX_SCRATCH,
    fileBytes: limits.fileBytes ?? Infinity,
    everyMs: LOOK_EVERY_MS[isConversation ? 'conversation' : 'run'],
    onTooMuchDisk,
  });
}

/** Whether so much CPU time fits into the time that went by: whoever sends himself SIGXCPU is not out of time. */
function canHaveUsed(cpuSeconds: number, elapsedMs: number): boolean {
  return cpuSeconds * 1000 <= elapsedMs * availableParallelism();
}

/**
 * The share of the memory allowed that a process was seen to have taken when it says that there is no more. It is below
 * one, since what it asks for last it does not get, and what it got last may not have been seen.
 */
const NEAR_MEMORY_LIMIT = 0.75;

/** What Lean, the C++ library under it, and a launcher in Node say as they fail to get memory. */
const RAN_OUT_OF_MEMORY = /out of memory|std::bad_alloc|cannot allocate memory|memory exhausted/i;

/** A sandbox passes the death of what it ran on as the shell does: 128 and the number of the signal. */
function fromShellCode(result: { exitCode?: number; signal?: string }): { exitCode?: number; signal?: string } {
  const name = Object.entries(system.signals).find(([, number]) => number + 128 === result.exitCode)?.[0];
  return name === undefined ? result : { signal: name };
}

/** The first or the last bytes of a stream. */
class CapturedOutput {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  readonly #limit: number;

  constructor(stream: Readable, limit: number, part: 'first' | 'last', onTooMuch: () => void) {
    this.#limit = limit;
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      if (part === 'first' && this.#length + chunk.length > limit) onTooMuch();
      if (part === 'first' && this.#length >= limit) return;
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      if (part === 'first') return;
      while (this.#length - (this.#chunks[0]?.length ?? 0) >= limit) {
        this.#length -= this.#chunks.shift()?.length ?? 0;
      }
    });
  }

  text(): string {
    return Buffer.concat(this.#chunks).subarray(0, this.#limit).toString('utf8');
  }
}

let knownTools: SandboxTools | null = null;
const sandboxTools = (): SandboxTools => (knownTools ??= findSandboxTools());

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
