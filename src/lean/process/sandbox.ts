/** What a process may touch: the levels of confinement, and which of them really hold on this machine. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { runProcess } from './process.ts';
import { makeScratch, removeScratch } from './scratch-folder.ts';

/** From nothing to most, in this order. */
export const SANDBOX_LEVELS = ['none', 'limits', 'namespaces', 'bubblewrap'] as const;

export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];

/** What a confined process may touch. */
export interface Confinement {
  level: SandboxLevel;
  /** The one folder that it may write to: its HOME and TMPDIR too. Absolute. */
  scratch: string;
  /** Folders and files that it may read besides the system's own; absolute, and those that are not there are left out. */
  readable: readonly string[];
}

export interface SandboxFound {
  level: SandboxLevel;
  /** Why no higher level: what was tried and what it said; how to get more. '' at the highest. */
  why: string;
}

/** Whether `level` gives all that `required` gives. */
export function isAtLeast(level: SandboxLevel, required: SandboxLevel): boolean {
  return SANDBOX_LEVELS.indexOf(level) >= SANDBOX_LEVELS.indexOf(required);
}

/** Throws a `Failure` (exit `missing`) where `found` is below what `--require-sandbox` asks for. */
export function requireSandbox(found: SandboxFound, required: SandboxLevel): void {
  if (isAtLeast(found.level, required)) return;
  throw new Failure({
    exit: 'missing',
    code: 'sandbox-too-weak',
    message: `The sandbox here is '${found.level}', and '${required}' was required.`,
    reason: found.why,
    next: MORE_SANDBOX,
  });
}

/** What to type for a better sandbox; on a system without namespaces of users there is none to be had. */
export const MORE_SANDBOX =
  process.platform === 'linux'
    ? 'Install bubblewrap: `apt install bubblewrap`, `dnf install bubblewrap` or `pacman -S bubblewrap`; in a container, allow it user namespaces.'
    : 'Run lemmahead on Linux (in a virtual machine), where namespaces can be had.';

const TRY_TIMEOUT_MS = 10_000;

let found: Promise<SandboxFound> | null = null;

/** The best level that works here, tried once a process. */
export function detectSandbox(): Promise<SandboxFound> {
  return (found ??= detect());
}

async function detect(): Promise<SandboxFound> {
  const failures: string[] = [];
  for (const level of ['bubblewrap', 'namespaces', 'limits'] as const) {
    const failure = await tryLevel(level);
    if (failure === null) return { level, why: failures.join('; ') };
    failures.push(`${level}: ${failure}`);
  }
  return { level: 'none', why: failures.join('; ') };
}

/** Null where it holds, else what went wrong. */
export async function tryLevel(level: SandboxLevel): Promise<string | null> {
  const folder = await makeScratch('sandbox');
  try {
    const scratch = join(folder, 'in');
    await mkdir(scratch);
    const script = level === 'limits' ? IS_LIMITED : IS_CONFINED;
    const outcome = await runProcess({
      command: '/bin/sh',
      args: ['-c', script, 'sh', join(folder, 'out'), join(scratch, 'file')],
      cwd: scratch,
      environment: { PATH: '/usr/bin:/bin' },
      timeoutMs: TRY_TIMEOUT_MS,
      limits: { memoryBytes: LIMIT_KB * 1024 },
      confinement: { level, scratch, readable: [] },
      signal: new AbortController().signal,
    });
    if (outcome.kind === 'cannotLaunch') return outcome.message;
    if (outcome.kind !== 'exited') return outcome.kind;
    if (outcome.exitCode === 0) return null;
    return firstLine(outcome.stderr.trim()) || `a process in it ended with ${outcome.exitCode ?? outcome.signal}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await removeScratch(folder);
  }
}

const LIMIT_KB = 1_000_000;

const IS_LIMITED = `[ "$(ulimit -v)" = ${LIMIT_KB} ] || { echo 'the limit of memory does not hold' >&2; exit 1; }`;

/** `$1` is a file outside, `$2` one in the scratch folder.  */
const IS_CONFINED = `
${IS_LIMITED}
if (: > "$1") 2>/dev/null; then echo 'a file could be written outside' >&2; exit 1; fi
: > "$2" || exit 1
while read -r name _; do
  case $name in lo:|Inter-*|face) ;; *) echo "there is a network: $name" >&2; exit 1 ;; esac
done < /proc/net/dev
`;
