/** Finds the program of a command by its path, or in the folders of a PATH. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { valueOr } from '../../base/read-or-null.ts';

/** Absolute path, or null. A command with a `/` is relative to `cwd`; relative folders in `path` are ignored. */
export function findExecutable(command: string, path: string, cwd: string): string | null {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, command));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  return valueOr(false, () => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });
}
