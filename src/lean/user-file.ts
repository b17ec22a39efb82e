/** The user's Lean file: read whole and byte-exact, written at once or not at all. */
import { access, chmod, constants, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../base/errors.ts';

export interface UserFile {
  /** Absolute, symlinks resolved: what is written must not replace a link. */
  path: string;
  /** With its BOM, if it has one: encoded again it is the same bytes. */
  text: string;
}

/** Over ten times the longest file of Mathlib; Lean itself would work for minutes on more. */
const MAX_BYTES = 4_000_000;

/** @throws {Failure} `file-unreadable`, `file-too-large`, `file-not-utf8`; each exit `usage`. */
export async function readUserFile(file: string): Promise<UserFile> {
  let path: string;
  let bytes: Uint8Array;
  try {
    path = await realpath(file);
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw tooLarge(file, size);
    bytes = await readFile(path);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file, error);
  }
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new Failure({
      exit: 'usage',
      code: 'file-not-utf8',
      message: `${file} is not UTF-8, as Lean wants its files.`,
      next: 'Save it as UTF-8.',
    });
  }
}

function tooLarge(file: string, size: number): Failure {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  return new Failure({
    exit: 'usage',
    code: 'file-too-large',
    message: `${file} has ${megabytes(size)} MB; files of more than ${megabytes(MAX_BYTES)} MB are not read.`,
    next: 'Split it: Lean compiles a module at a time.',
  });
}

function unreadable(file: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === 'ENOENT' || code === 'EISDIR';
  const what = code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
  return new Failure({
    exit: 'usage',
    code: 'file-unreadable',
    message: `${file} ${what}.`,
    ...(known ? {} : { reason: message }),
    next: 'Name a Lean file: My/File.lean',
  });
}

/**
 * Puts `text` in the file's place, beside it first and then renamed.
 * @throws {Failure} `file-changed` if it is no longer what was read; the file then stays as it is.
 */
export async function replaceUserFile(file: UserFile, text: string): Promise<void> {
  const now = await readUserFile(file.path);
  if (now.text !== file.text) {
    throw new Failure({
      exit: 'no',
      code: 'file-changed',
      message: `${file.path} was changed meanwhile, so nothing was written.`,
      next: 'Run the same command again.',
    });
  }
  const { mode } = await stat(file.path);
  await writeAtomically(file.path, text, mode, OTHERWISE.inPlace);
}

/** Writes `text` to another file than it was read from; one that is there is replaced. @throws {Failure} `file-unwritable` */
export async function writeOtherFile(path: string, text: string): Promise<void> {
  await writeAtomically(path, text, null, OTHERWISE.elsewhere);
}

/** What to do where it cannot be written. */
const OTHERWISE = {
  inPlace: 'Leave out --in-place to have the diff printed.',
  elsewhere: 'Name a file in a folder that can be written: --out FILE',
};

/**
 * Said before hours and money are spent on what goes there. A file that is read-only is one, though its folder would
 * let it be replaced.
 * @throws {Failure} `file-unwritable`
 */
export async function requireWritable(path: string, how: keyof typeof OTHERWISE): Promise<void> {
  try {
    await tryWritable(path);
  } catch (error) {
    throw unwritable(path, error, OTHERWISE[how]);
  }
}

async function tryWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  const there = await stat(path).catch(() => null);
  if (there === null) return;
  if (there.isDirectory()) throw new Error('It is a folder.');
  await access(path, constants.W_OK);
}

/** Beside it first, then renamed. */
async function writeAtomically(path: string, text: string, mode: number | null, next: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.lemmahead`);
  try {
    await tryWritable(path);
    await writeFile(beside, text, { flush: true });
    if (mode !== null) await chmod(beside, mode);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw unwritable(path, error, next);
  }
}

function unwritable(path: string, error: unknown, next: string): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(
    { exit: 'usage', code: 'file-unwritable', message: `${path} cannot be written.`, reason, next },
    error,
  );
}
