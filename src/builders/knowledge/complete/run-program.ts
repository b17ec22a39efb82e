/** Runs a program that a model wrote: only in a sandbox without network, with an empty folder, little time and memory. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../../lean/process/process.ts';
import { detectSandbox, isAtLeast } from '../../../lean/process/sandbox.ts';
import { makeScratch, removeScratch } from '../../../lean/process/scratch-folder.ts';

const LIMITS = { timeoutMs: 10_000, memoryBytes: 512 * 1024 ** 2, outputBytes: 64 * 1024 };
const PATH = '/usr/local/bin:/usr/bin:/bin';
const PYTHON = 'python3';

/**
 * Runs the program where it can start no process and load no foreign code: a calculation needs neither. An audit hook
 * cannot be removed.
 */
const GUARDED = `
import resource, sys
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
def guard(event, _arguments):
    if event in ("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system", "subprocess.Popen", "pty.spawn"):
        raise PermissionError("a program may start no process")
    if event.startswith("ctypes."):
        raise ImportError("ctypes is not available")
with open("program.py", encoding="utf-8") as file:
    program = compile(file.read(), "program.py", "exec")
sys.addaudithook(guard)
exec(program, {"__name__": "__main__"})
`;

export type ProgramOutcome = { output: string } | { failure: string };

/** Null if programs can run here; otherwise why not. */
export async function programsUnavailable(signal: AbortSignal): Promise<string | null> {
  const { level, why } = await detectSandbox();
  if (!isAtLeast(level, 'namespaces')) return `no sandbox without network is available (${why})`;
  const outcome = await runProgram('print(1 + 1)', signal);
  if ('failure' in outcome) return `Python does not run in the sandbox: ${outcome.failure}`;
  return outcome.output.trim() === '2' ? null : 'Python does not run in the sandbox';
}

/** Does not throw if the program fails, runs longer than `timeoutMs`, or writes too much. */
export async function runProgram(
  program: string,
  signal: AbortSignal,
  timeoutMs = LIMITS.timeoutMs,
): Promise<ProgramOutcome> {
  const { level, why } = await detectSandbox();
  if (!isAtLeast(level, 'namespaces')) return { failure: `no sandbox without network is available (${why})` };
  const scratch = await makeScratch('program');
  try {
    await writeFile(join(scratch, 'program.py'), program);
    const outcome = await runProcess({
      command: PYTHON,
      args: ['-I', '-B', '-c', GUARDED],
      cwd: scratch,
      environment: { PATH },
      timeoutMs,
      limits: { memoryBytes: LIMITS.memoryBytes },
      confinement: { level, scratch, readable: [] },
      maxOutput: LIMITS.outputBytes,
      signal,
    });
    signal.throwIfAborted();
    switch (outcome.kind) {
      case 'exited':
        if (outcome.exitCode === 0) return { output: outcome.stdout };
        return { failure: lastLine(outcome.stderr) || `it ended with ${outcome.exitCode ?? outcome.signal}` };
      case 'timedOut':
        return { failure: `it ran longer than ${timeoutMs / 1000} s` };
      case 'outOfMemory':
        return { failure: 'it needed too much memory' };
      case 'tooMuchOutput':
        return { failure: `it printed more than ${LIMITS.outputBytes} bytes` };
      case 'tooMuchDisk':
        return { failure: 'it wrote too much' };
      case 'cannotLaunch':
        return { failure: outcome.message };
      case 'cancelled':
        return { failure: 'it was cancelled' };
    }
  } finally {
    await removeScratch(scratch);
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
