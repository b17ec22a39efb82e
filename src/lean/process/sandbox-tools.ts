/** System programs used for confinement, by absolute path: never searched in a PATH that a project could set. */
import { delimiter } from 'node:path';
import { findExecutable } from './executable.ts';

/** The folders of programs that a sandbox can read. */
export const SYSTEM_PATH = [
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/run/current-system/sw/bin',
].join(delimiter);

const NAMES = ['bwrap', 'unshare', 'setpriv', 'mount', 'umount', 'pivot_root', 'prlimit', 'sh'] as const;

/** Null if the program is missing. */
export type SandboxTools = Record<(typeof NAMES)[number], string | null>;

export function findSandboxTools(path: string = SYSTEM_PATH): SandboxTools {
  const found = NAMES.map((name) => [name, findExecutable(name, path, '/')]);
  return Object.fromEntries(found) as SandboxTools;
}
