/** Runs a program that a model wrote: only in a sandbox without network, with an empty folder, little time and memory. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessOutcome, runProcess } from './process.ts';
import { detectSandbox, isAtLeast } from './sandbox.ts';
import { SYSTEM_PATH } from './sandbox-tools.ts';
import { makeScratch, removeScratch } from './scratch-folder.ts';

/** `outputBytes`: of stdout and of stderr. */
export const PROGRAM_LIMITS = { timeoutMs: 10_000, memoryBytes: 512 * 1024 ** 2, outputBytes: 64 * 1024 };
const PYTHON = 'python3';
/** Characters of a failure. */
const MAX_REASON = 1000;

/**
 * Runs the program where it can start no process and load no foreign code: a calculation needs neither. An audit hook
 * cannot be removed.
 */
const GUARDED = `
import resource, sys
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
def guard(event, arguments):
    if event in ("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system", "subprocess.Popen", "pty.spawn"):
        raise PermissionError("a program may start no process")
    # SymPy asks ctypes for the size of a type. Importing it opens this very program, whose symbols stay out of reach.
    if event.startswith("ctypes.") and (event, arguments) != ("ctypes.dlopen", (None,)):
        raise ImportError("ctypes can call nothing here")
with open("program.py", encoding="utf-8") as file:
    program = compile(file.read(), "program.py", "exec")
sys.addaudithook(guard)
exec(program, {"__name__": "__main__"})
`;

/** What a program printed, cut at the limit, and why it failed; null if it did not. */
export interface ProgramOutcome {
  output: string;
  failure: string | null;
}

/** Null if programs can run here; otherwise why not. */
export async function programsUnavailable(signal: AbortSignal): Promise<string | null> {
  const { level, why } = await detectSandbox();
  if (!isAtLeast(level, 'namespaces')) return `no sandbox without network is available (${why})`;
  const outcome = await runProgram('print(1 + 1)', signal);
  if (outcome.failure !== null) return `Python does not run in the sandbox: ${outcome.failure}`;
  return outcome.output.trim() === '2' ? null : 'Python does not run in the sandbox';
}

/** Does not throw if the program fails, runs longer than `timeoutMs`, or writes too much. */
export async function runProgram(
  program: string,
  signal: AbortSignal,
  timeoutMs = PROGRAM_LIMITS.timeoutMs,
): Promise<ProgramOutcome> {
  const { level, why } = await detectSandbox();
  if (!isAtLeast(level, 'namespaces'))
    return { output: '', failure: `no sandbox without network is available (${why})` };
  const scratch = await makeScratch('program');
  try {
    await writeFile(join(scratch, 'program.py'), program);
    const outcome = await runProcess({
      command: PYTHON,
      args: ['-I', '-B', '-c', GUARDED],
      cwd: scratch,
      environment: { PATH: SYSTEM_PATH },
      timeoutMs,
      limits: { memoryBytes: PROGRAM_LIMITS.memoryBytes },
      confinement: { level, scratch, readable: [] },
      maxOutput: PROGRAM_LIMITS.outputBytes,
      signal,
    });
    signal.throwIfAborted();
    return { output: 'stdout' in outcome ? outcome.stdout : '', failure: failureOf(outcome) };
  } finally {
    await removeScratch(scratch);
  }
}

function failureOf(outcome: ProcessOutcome): string | null {
  switch (outcome.kind) {
    case 'exited':
      if (outcome.exitCode === 0) return null;
      return lastLine(outcome.stderr) || `it ended with ${outcome.exitCode ?? outcome.signal}`;
    case 'timedOut':
      return `it ran longer than ${outcome.timeoutMs / 1000} s`;
    case 'outOfMemory':
      return 'it needed too much memory';
    case 'tooMuchOutput':
      return PRINTED_TOO_MUCH;
    case 'tooMuchDisk':
      return 'it wrote too much';
    case 'cannotLaunch':
      return outcome.message;
    case 'cancelled':
      return 'it was cancelled';
  }
}

export const PRINTED_TOO_MUCH = `it printed more than ${PROGRAM_LIMITS.outputBytes} bytes`;

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, MAX_REASON) ?? '';
