/** Access rights of a process: the levels of confinement, and which of them work on this machine. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { firstLine } from '../../base/one-line.ts';
import { runProcess } from './process.ts';
import { SANDBOX_LEVELS, type SandboxLevel } from './sandbox-levels.ts';
import { makeScratch, removeScratch } from './scratch-folder.ts';

/** Access rights of a confined process. */
export interface Confinement {
  level: SandboxLevel;
  /** The only writable folder, also its HOME and TMPDIR. Absolute. */
  scratch: string;
  /** Readable folders and files in addition to the system's; absolute; missing ones are ignored. */
  readable: readonly string[];
}

export interface SandboxFound {
  level: SandboxLevel;
  /** Why no higher level is available: what was tried and its error. '' at the highest level. */
  why: string;
}

/** Whether `level` is at least as strong as `required`. */
export function isAtLeast(level: SandboxLevel, required: SandboxLevel): boolean {
  return SANDBOX_LEVELS.indexOf(level) >= SANDBOX_LEVELS.indexOf(required);
}

/** Throws a `Failure` (exit `missing`) if `found` is below the level of `--require-sandbox`. */
export function requireSandbox(found: SandboxFound, required: SandboxLevel): void {
  if (isAtLeast(found.level, required)) return;
  throw new Failure('missing', 'sandbox-too-weak', {
    message: `The sandbox available here is '${found.level}', but '${required}' is required.`,
    reason: found.why,
    next: MORE_SANDBOX,
  });
}

/** How to get a stronger sandbox; systems without user namespaces have none. */
export const MORE_SANDBOX =
  process.platform === 'linux'
    ? 'Install bubblewrap: `apt install bubblewrap`, `dnf install bubblewrap` or `pacman -S bubblewrap`; in a container, allow user namespaces.'
    : 'Run lemmahead on Linux (in a virtual machine), where user namespaces are available.';

const TRY_TIMEOUT_MS = 10_000;

let found: Promise<SandboxFound> | null = null;

/** The strongest level that works here, tested once per process. */
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

/** Returns null if the level works, otherwise the error. */
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

const IS_LIMITED = `[ "$(ulimit -v)" = ${LIMIT_KB} ] || { echo 'the memory limit is not enforced' >&2; exit 1; }`;

/** `$1` is a file outside the scratch folder, `$2` one in it. */
const IS_CONFINED = `
${IS_LIMITED}
if (: > "$1") 2>/dev/null; then echo 'a file outside the scratch folder could be written' >&2; exit 1; fi
: > "$2" || exit 1
while read -r name _; do
  case $name in lo:|Inter-*|face) ;; *) echo "a network is available: $name" >&2; exit 1 ;; esac
done < /proc/net/dev
`;
