/** How Lean is found on this machine and run over one file: by `lake env` in the project's root, else by itself. */
import { Failure } from '../base/errors.ts';
import { readMessages, type LeanMessages } from './diagnostics.ts';
import { findExecutable } from './executable.ts';
import { runProcess } from './process.ts';

export interface LeanCommand {
  command: string;
  /** Everything before the file. */
  args: string[];
  cwd: string;
  environment: Record<string, string>;
}

export interface LeanSearch {
  /** `lake`, or the path that the user's settings name. */
  lakeCommand: string;
  /** Root of the Lake project that the file belongs to, or null. */
  projectRoot: string | null;
  /** Folder of the file. */
  folder: string;
  environment: Readonly<Record<string, string>>;
}

/** What Lean, Lake and elan read. All else stays here: what a model wrote runs inside Lean and could pass it on. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH'],
  ...['ELAN_HOME', 'ELAN_TOOLCHAIN', 'LAKE_HOME', 'LEAN_PATH', 'LEAN_SRC_PATH', 'LEAN_SYSROOT', 'LEAN_NUM_THREADS'],
  // The shim in fixtures/lean-shim finds its real Lean by it.
  'OLD_LEAN',
];

/**
 * How to run Lean over a file. Throws a `Failure` that says what to install where neither Lake nor Lean is found.
 *
 * `lake env` does not build and does not apply the `leanOptions` of a lakefile (specs/lean.md 2.4).
 */
export function findLeanCommand(search: LeanSearch): LeanCommand {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = search.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  const cwd = search.projectRoot ?? search.folder;
  const lake = findExecutable(search.lakeCommand, environment['PATH'] ?? '', cwd);
  if (lake !== null) return { command: lake, args: ['env', 'lean', '--json'], cwd, environment };
  const lean = findExecutable('lean', environment['PATH'] ?? '', cwd);
  if (lean !== null) return { command: lean, args: ['--json'], cwd, environment };
  throw new Failure({
    exit: 'missing',
    code: 'lean-missing',
    message: 'Lean is not on this machine, and no proof can be checked without it.',
    reason: `Neither '${search.lakeCommand}' nor 'lean' is in any folder of PATH.`,
    next: 'Install Lean (https://lean-lang.org/install), open a new shell, and see that `lake --version` answers.',
  });
}

/** `done`: Lean ended by itself and said yes (0) or no (1); what it said is in `messages`. */
export type LeanRun =
  | { kind: 'done'; exitCode: 0 | 1; messages: LeanMessages }
  | { kind: 'unfinished'; why: UnfinishedReason; detail: string };

/** `crashed`: Lean or Lake ended with an error of its own, or by a signal. */
export type UnfinishedReason = 'timedOut' | 'outOfMemory' | 'cancelled' | 'tooMuchOutput' | 'crashed';

/** Runs Lean over `file` (absolute). Throws a `Failure` where the command cannot be launched at all. */
export async function runLean(
  lean: LeanCommand,
  file: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<LeanRun> {
  const outcome = await runProcess({ ...lean, ...limits, args: [...lean.args, file] });
  switch (outcome.kind) {
    case 'timedOut':
      return { kind: 'unfinished', why: 'timedOut', detail: `no answer in ${outcome.timeoutMs / 1000} s` };
    case 'outOfMemory':
      return {
        kind: 'unfinished',
        why: 'outOfMemory',
        detail: `it needed more than ${outcome.memoryBytes / 2 ** 20} MB`,
      };
    case 'cancelled':
      return { kind: 'unfinished', why: 'cancelled', detail: 'stopped' };
    case 'tooMuchOutput':
      return { kind: 'unfinished', why: 'tooMuchOutput', detail: 'Lean printed without end' };
    case 'cannotLaunch':
      throw new Failure({
        exit: 'missing',
        code: 'lean-cannot-launch',
        message: `'${lean.command}' cannot be run.`,
        reason: outcome.message,
        next: 'See what `lake env lean --version` says in the project.',
      });
    case 'exited': {
      const messages = readMessages(outcome.stdout);
      const { exitCode } = outcome;
      if (exitCode === 0) return { kind: 'done', exitCode, messages };
      // Exit code 1 without an error of Lean's is Lake, elan or a launcher that failed.
      const saysWhy = messages.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
      if (exitCode === 1 && saysWhy) return { kind: 'done', exitCode, messages };
      const words = [...outcome.stderr.split('\n'), ...messages.noise].map((line) => line.trim()).find((line) => line);
      const end = outcome.signal ?? `exit code ${exitCode}`;
      return { kind: 'unfinished', why: 'crashed', detail: words === undefined ? end : `${end}: ${words}` };
    }
  }
}
