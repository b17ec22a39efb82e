/** Runs lemmahead from its sources as a process of its own, for the pipelines of this folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** Folder of the reports. */
export const OUT = join(ROOT, 'bench', 'out');

/** @returns the exit code; 1 if a signal ended it */
export async function lemmahead(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<number> {
  const command = [join(ROOT, 'src', 'main.ts'), ...args];
  const child = spawn(process.execPath, command, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

/** Replaces the folder of this name in `OUT`. */
export function emptyFolder(name: string): string {
  const folder = join(OUT, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
