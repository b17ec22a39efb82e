/** The only module that starts processes: without a shell, limited in time, memory and output, with no leftovers. */
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

/** Limits of one process, inherited by its children. */
export interface ProcessLimits {
  /** Address space: allocations and mappings, including compiled modules. */
  memoryBytes?: number;
  cpuSeconds?: number;
  /** Maximum size of each written file. */
  fileBytes?: number;
}

export interface ProcessRequest {
  /** Absolute path, or a name that is searched in `environment.PATH`. */
  command: string;
  args: readonly string[];
  cwd: string;
  /** The child's complete environment. Only HOME and TMPDIR in a sandbox are added, and a mark to find descendants. */
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** In a sandbox, CPU time and file sizes have default limits: `timeoutMs` on all cores, and `MAX_FILE`. */
  limits?: ProcessLimits;
  /** Access rights; without it, those of the user. */
  confinement?: Confinement;
  /** Complete standard input; empty by default. */
  input?: string;
  /** Maximum bytes of stdout and of stderr; a process that writes more is stopped. */
  maxOutput?: number;
  /** Aborting it stops the process and all its descendants. */
  signal: AbortSignal;
}

interface Output {
  stdout: string;
  stderr: string;
}

/**
 * How a process ended. Only `exited` means that it ended by itself; `exitCode` is null if a signal killed it.
 * `timedOut`: by wall clock or by CPU time. `outOfMemory`: it reported this as it died, and was observed near
 * `limits.memoryBytes`. `tooMuchDisk`: its scratch folder exceeded `diskBytes`, or a file reached its limit.
 *
 * Code in the process can cause any of these only by its actual behaviour: running forever, allocating, writing,
 * killing itself with a signal. None of them is a verdict about a proof, and none results from printed text or an exit
 * code alone: a process that only claims to be out of a resource has `exited`.
 */
export type ProcessOutcome =
  | ({ kind: 'exited'; exitCode: number | null; signal: string | null } & Output)
  | ({ kind: 'timedOut'; timeoutMs: number } & Output)
  | ({ kind: 'outOfMemory'; memoryBytes: number } & Output)
  | ({ kind: 'tooMuchOutput' } & Output)
  | ({ kind: 'tooMuchDisk'; diskBytes: number } & Output)
  | { kind: 'cancelled' }
  | { kind: 'cannotLaunch'; message: string };

/** A process that runs until it ends or is killed. */
export interface RunningProcess {
  /** PID of the outermost process, that of the sandbox. */
  readonly pid: number | null;
  /** Returns false if the process has ended or has closed its input. */
  write(bytes: string | Uint8Array): boolean;
  /** Receives chunks as they arrive; they are not stored. */
  onStdout(listener: (chunk: Buffer) => void): void;
  /** Bytes of private memory of it and its descendants, without mapped files; null if unreadable. */
  residentBytes(): number | null;
  /** Kills it and all its descendants; `ended` is then `cancelled`. */
  kill(): void;
  readonly ended: Promise<ProcessOutcome>;
}

const MAX_OUTPUT = 8 * 1024 * 1024;
/** Compiled modules have tens of megabytes at most. */
const MAX_FILE = 512 * 1024 ** 2;
/** Maximum total size of a scratch folder: a compiler writes one module and small files there. */
const MAX_SCRATCH = 1024 ** 3;
/** Interval between usage checks, longer for a process that mostly waits for requests. */
const CHECK_INTERVAL_MS = { run: 50, conversation: 1000 };
/** How long a pipe is still read if another process holds it open after the process has ended. */
const PIPE_GRACE_MS = 500;

/**
 * Runs a process to its end, in its own process group. Does not throw: every way to end is an outcome. Processes that
 * it left running are killed before this returns.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  return start(request, false).ended;
}

/**
 * Starts a process for interactive input and output. `timeoutMs` counts from here; `Infinity` means no timeout. Stores
 * the last `maxOutput` bytes of stderr and nothing of stdout.
 */
export function startProcess(request: Omit<ProcessRequest, 'input'>): RunningProcess {
  return start(request, true);
}

function start(request: ProcessRequest, isConversation: boolean): RunningProcess {
  if (request.signal.aborted) return notStarted({ kind: 'cancelled' });
  const command = findExecutable(request.command, request.environment['PATH'] ?? '', request.cwd);
  if (command === null) return notStarted({ kind: 'cannotLaunch', message: `${request.command}: no such program` });
  if (!isFolder(request.cwd)) return notStarted({ kind: 'cannotLaunch', message: `${request.cwd}: no such folder` });
  const { confinement = null } = request;
  const limits = { ...(confinement === null ? {} : defaultLimits(request.timeoutMs)), ...request.limits };
  const family = randomUUID();
  const environment = { ...request.environment, [FAMILY_VARIABLE]: family };
  try {
    const line = confine({ ...request, command, environment }, limits, confinement, sandboxTools());
    return launch({ ...request, limits }, line, family, isConversation);
  } catch (error) {
    return notStarted({ kind: 'cannotLaunch', message: error instanceof Error ? error.message : String(error) });
  }
}

/** For untrusted code: a process that escapes at the level `limits` must not run forever or fill the disk at once. */
function defaultLimits(timeoutMs: number): ProcessLimits {
  const cpu = Number.isFinite(timeoutMs)
    ? { cpuSeconds: Math.ceil(timeoutMs / 1000) * availableParallelism() + 1 }
    : {};
  return { fileBytes: MAX_FILE, ...cpu };
}

function notStarted(outcome: ProcessOutcome): RunningProcess {
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

/** Why this module stopped the process. */
type Stop = 'timedOut' | 'tooMuchOutput' | 'tooMuchDisk' | 'cancelled';

/**
 * `family` is the mark of its descendants. In a PID namespace, all processes die with the first one, which dies with
 * this process. In the first milliseconds, before the namespace exists, only the mark and the watchdog reach them.
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
  if (pid !== undefined) watch.setLeader(pid);

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
  const startedAt = performance.now();

  const stdout = isConversation
    ? null
    : new CapturedOutput(child.stdout, maxOutput, 'first', () => stop('tooMuchOutput'));
  const stderr = new CapturedOutput(child.stderr, maxOutput, isConversation ? 'last' : 'first', () =>
    stop('tooMuchOutput'),
  );
  child.nodeChildProcess.once('exit', () => {
    sweep();
    // A process that escaped the sweep may hold the pipes open. Their content is read first, even after a delay.
    const closePipes = (): void => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy());
    setTimeout(() => setImmediate(closePipes), PIPE_GRACE_MS).unref();
  });
  child.stdin?.on('error', () => undefined);
  if (request.input !== undefined) child.stdin?.end(request.input);

  const ended = child.then((result): ProcessOutcome => {
    const elapsedMs = performance.now() - startedAt;
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

/** Returns null if no limit needs watching. */
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
    intervalMs: CHECK_INTERVAL_MS[isConversation ? 'conversation' : 'run'],
    onTooMuchDisk,
  });
}

/** Whether this much CPU time fits into the elapsed time: a process that sends itself SIGXCPU is not out of time. */
function canHaveUsed(cpuSeconds: number, elapsedMs: number): boolean {
  return cpuSeconds * 1000 <= elapsedMs * availableParallelism();
}

/**
 * Share of the memory limit that a process must have been observed to use for `outOfMemory`. Below one, because the
 * last allocation fails and the one before may not have been observed.
 */
const NEAR_MEMORY_LIMIT = 0.75;

/** Messages of Lean, its C++ library, and a launcher in Node when an allocation fails. */
const RAN_OUT_OF_MEMORY = /out of memory|std::bad_alloc|cannot allocate memory|memory exhausted/i;

/** A sandbox reports the death of its command as the shell does: 128 plus the signal number. */
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
