/** The user's Lean file: read completely and byte-exact, written atomically. */
import {
  access,
  chmod,
  constants,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { isRunning } from '../base/process-state.ts';

export interface UserFile {
  /** Absolute, with symlinks resolved, so writing does not replace a link. */
  path: string;
  /** Includes the BOM, if any, so encoding it gives the same bytes. */
  text: string;
}

/** More than ten times the longest file of Mathlib; Lean would take minutes for a longer one. */
const MAX_BYTES = 4_000_000;

const GIVE_LEAN_FILE = 'Give the path of a Lean file: My/File.lean';

/** @throws {Failure} `file-unreadable`, `file-too-large`, `file-not-lean`, `file-not-utf8`; each with exit `usage`. */
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
  if (!file.endsWith('.lean')) throw notLean(file);
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new Failure('usage', 'file-not-utf8', {
      message: `${file} is not UTF-8, which Lean requires.`,
      next: 'Save it as UTF-8.',
    });
  }
}

function notLean(file: string): Failure {
  return new Failure('usage', 'file-not-lean', {
    message: `${file} is not a Lean file: its name does not end in .lean.`,
    next: GIVE_LEAN_FILE,
  });
}

function tooLarge(file: string, size: number): Failure {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  return new Failure('usage', 'file-too-large', {
    message: `${file} has ${megabytes(size)} MB; files of more than ${megabytes(MAX_BYTES)} MB are not read.`,
    next: 'Split it: Lean compiles one module at a time.',
  });
}

function unreadable(file: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === 'ENOENT' || code === 'EISDIR';
  const what = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
  return new Failure('usage', 'file-unreadable', {
    message: `${file} ${what}.`,
    ...(known ? {} : { reason: message }),
    next: GIVE_LEAN_FILE,
  });
}

/**
 * Replaces the file's content atomically: writes a temporary file next to it, then renames it.
 * @throws {Failure} `file-changed` if its content is no longer `file.text`; the file is then not modified.
 */
export async function replaceUserFile(file: UserFile, text: string): Promise<void> {
  const now = await readUserFile(file.path);
  if (now.text !== file.text) {
    throw new Failure('no', 'file-changed', {
      message: `${file.path} has changed since it was read, so nothing was written.`,
      next: 'Run the same command again.',
    });
  }
  const { mode } = await stat(file.path);
  await writeAtomically(file.path, text, mode, HINTS.inPlace);
}

/** Writes `text` to another file, replacing an existing one; pieces may be more than one string can hold. @throws {Failure} `file-unwritable` */
export async function writeOtherFile(path: string, text: string | Iterable<string>): Promise<void> {
  await writeAtomically(path, typeof text === 'string' ? text : inBlocks(text), null, HINTS.elsewhere);
}

/** Characters that are written at once. */
const BLOCK = 1 << 18;

function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** Characters of a file that show what it is. */
const START = 4096;

/**
 * Refuses to replace a file that is no earlier output of the same kind: a mistyped `--out` must not destroy data.
 * `isOwn` gets its beginning.
 * @throws {Failure} `out-taken`
 */
export async function requireReplaceable(path: string, isOwn: (start: string) => boolean): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (stats === null || (stats.isFile() && (stats.size === 0 || isOwn(await startOf(path))))) return;
  throw new Failure('usage', 'out-taken', {
    message: `${path} ${stats.isFile() ? 'is not an earlier output of this command' : 'is not a file'}; it is left unchanged.`,
    next: 'Give another path with --out, or move the existing file away.',
  });
}

async function startOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Hints for files that cannot be written. */
const HINTS = {
  inPlace: 'Omit --in-place to print the diff instead.',
  elsewhere: 'Choose a file in a writable folder: --out FILE',
};

/**
 * Checks before an expensive run that its output can be written. A read-only file counts as unwritable, although its
 * folder would allow replacing it. Another file than the input is replaced only if it is a Lean file.
 * @throws {Failure} `file-unwritable`, `out-taken`
 */
export async function requireWritable(path: string, how: keyof typeof HINTS): Promise<void> {
  try {
    await tryWritable(path);
  } catch (error) {
    throw unwritable(path, error, HINTS[how]);
  }
  if (how === 'elsewhere') await requireReplaceable(path, () => path.endsWith('.lean'));
}

async function tryWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  const stats = await stat(path).catch(() => null);
  if (stats === null) return;
  if (stats.isDirectory()) throw new Error('It is a folder.');
  await access(path, constants.W_OK);
}

/** This machine in names of temporary files: a folder may be shared with others, whose processes cannot be seen. */
const HOST = sha256(hostname()).slice(0, 8);
const TEMPORARY = new RegExp(`^\\..+\\.${HOST}-(\\d+)\\.lemmahead$`, 'u');
const sweptFolders = new Set<string>();

/** Where the process `pid` writes the new content of `path` before it is renamed. */
export function temporaryPath(path: string, pid: number): string {
  return join(dirname(path), `.${basename(path)}.${HOST}-${pid}.lemmahead`);
}

/** Writes a temporary file next to it, then renames it. */
async function writeAtomically(
  path: string,
  text: string | Iterable<string>,
  mode: number | null,
  next: string,
): Promise<void> {
  const temporary = temporaryPath(path, process.pid);
  try {
    await tryWritable(path);
    await removeLeftovers(dirname(path));
    await writeFile(temporary, text, { flush: true });
    if (mode !== null) await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unwritable(path, error, next);
  }
}

/** Removes temporary files of killed processes, once for each folder. */
async function removeLeftovers(folder: string): Promise<void> {
  if (sweptFolders.has(folder)) return;
  sweptFolders.add(folder);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function unwritable(path: string, error: unknown, next: string): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure('usage', 'file-unwritable', { message: `${path} cannot be written.`, reason, next, cause: error });
}
