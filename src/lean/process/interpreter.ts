/** Finds what a script needs to run, for example a `lean` that wraps another one. */
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstLine } from '../../base/one-line.ts';
import { findExecutable } from './executable.ts';

/** The script's folder and its interpreter, both as named and with links resolved; empty for a binary. */
export function interpreterOf(program: string, path: string): string[] {
  const [, first, second] = /^#! *(\S+)(?: +(\S+))?/.exec(firstBytes(program)) ?? [];
  if (first === undefined) return [];
  const command = first.endsWith('/env') ? second : first;
  const interpreter = command === undefined ? null : findExecutable(command, path, '/');
  return [dirname(realpathSync(program)), ...(interpreter === null ? [] : [interpreter, realpathSync(interpreter)])];
}

function firstBytes(file: string): string {
  const bytes = Buffer.alloc(256);
  const descriptor = openSync(file, 'r');
  try {
    return firstLine(bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0)));
  } finally {
    closeSync(descriptor);
  }
}
