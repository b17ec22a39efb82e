/** What a process may touch: the levels of confinement, and which of them really works on this machine. */
import { Failure } from '../base/errors.ts';

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

/** Throws a `Failure` (exit `missing`) where `found` is below what `--require-sandbox` asks for. */
export function requireSandbox(found: SandboxFound, required: SandboxLevel): void {
  if (SANDBOX_LEVELS.indexOf(found.level) >= SANDBOX_LEVELS.indexOf(required)) return;
  throw new Failure({
    exit: 'missing',
    code: 'sandbox-too-weak',
    message: `The sandbox here is '${found.level}', and '${required}' was required.`,
    reason: found.why,
    next: required === 'bubblewrap' ? 'Install bubblewrap (`apt install bubblewrap`).' : 'lemmahead doctor',
  });
}

/** The best level that works here: tried, not assumed; once a process. */
export async function detectSandbox(): Promise<SandboxFound> {
  return { level: 'none', why: 'not built yet' };
}
