/** Reads a place in a file of the user: `FILE` or `FILE:LINE`, for `--in`. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Place } from '../lean/place.ts';

/** `module`: of an indexed file; null for others. @throws {Failure} `file-unreadable`, `line-missing` */
export async function readPlaceInFile(
  index: LibraryIndex,
  written: string,
  cwd: string,
): Promise<{ place: Place; module: string | null }> {
  const { path, text, line } = readFileAt(written, cwd);
  const { readPlace } = await import('../lean/place.ts');
  return { place: readPlace(text, line), module: moduleAt(index, path) };
}

/** `line`: null if only a file is written. @throws {Failure} `file-unreadable`, `line-missing` */
export function readFileAt(written: string, cwd: string): { path: string; text: string; line: number | null } {
  const [, file = written, line] = /^(.*?)(?::(\d+))?$/su.exec(written) ?? [];
  const path = resolve(cwd, file);
  const text = readSource(path);
  if (line !== undefined) checkLine(path, text, Number(line));
  return { path, text, line: line === undefined ? null : Number(line) };
}

/** One line after the last is allowed: it may be the next one to be written. */
function checkLine(path: string, text: string, line: number): void {
  const last = text.split('\n').length;
  if (line >= 1 && line <= last + 1) return;
  throw new Failure('usage', 'line-missing', {
    message: `There is no line ${line} in ${path}: its lines are 1 to ${last}.`,
    next: 'Give a line of the file: --in My/File.lean:20',
  });
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('usage', 'file-unreadable', {
      message: `${path} cannot be read.`,
      reason,
      next: 'Give a Lean file, and a line if you like: --in My/File.lean:20',
      cause: error,
    });
  }
}

/** Module of an indexed file; null for a file outside all packages. */
function moduleAt(index: LibraryIndex, path: string): string | null {
  for (const { id, root } of index.all<{ id: number; root: string }>('SELECT id, root FROM packages')) {
    const below = relative(root, path).replaceAll('\\', '/');
    const [file] = index.all<{ module: string }>(
      'SELECT module FROM files WHERE package_id = ? AND path = ?',
      id,
      below,
    );
    if (file !== undefined) return file.module;
  }
  return null;
}
