/** Reads a model's key from a key file or from the environment. The key stays in memory and is sent in one header. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { readKeyVariable, type KeyVariable } from '../config/env.ts';
import { ModelError } from './model-error.ts';

/** A key is one line of visible ASCII. */
const KEY = /^[!-~]{1,4096}$/;

/** Maximum size of a key file in bytes. */
const MAX_FILE_BYTES = 8192;

/**
 * Returns the key for `name`, or null if the server needs none.
 * @throws {ModelError} `noKey`
 * @throws {Failure} if other users can access the key file, or it contains no key
 */
export function findKey(name: string, keyFile: string | null, variable: KeyVariable, isNeeded: boolean): string | null {
  if (keyFile !== null) return readKeyFile(keyFile);
  const key = readKeyVariable(variable);
  if (key !== null && !KEY.test(key)) {
    throw new ModelError('noKey', {
      message: `The value of ${variable} is not a key.`,
      reason: 'A key is one line without spaces.',
      next: `export ${variable}=…`,
    });
  }
  if (key !== null || !isNeeded) return key;
  throw new ModelError('noKey', {
    message: `No key found for ${name}.`,
    reason: `${variable} is not set, and no key file is given.`,
    next: `export ${variable}=…   (or: a file with mode 600, and --key-file FILE)`,
  });
}

function readKeyFile(path: string): string {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw badKeyFile(path, (error as Error).message, `ls -l ${path}`);
  }
  try {
    const stats = fstatSync(file);
    const { mode, uid, size } = stats;
    const own = process.getuid?.();
    if (!stats.isFile()) throw badKeyFile(path, 'It is not a regular file.', `ls -l ${path}`);
    if (own !== undefined && uid !== own) throw badKeyFile(path, 'It belongs to another user.', `ls -l ${path}`);
    if (own !== undefined && (mode & 0o077) !== 0) {
      throw badKeyFile(
        path,
        `Its mode is ${(mode & 0o777).toString(8)}: other users may read it.`,
        `chmod 600 ${path}`,
      );
    }
    const key = size > MAX_FILE_BYTES ? '' : readFileSync(file, 'utf8').trim();
    if (!KEY.test(key)) throw badKeyFile(path, 'Its content is not one line with a key.', `wc ${path}`);
    return key;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw badKeyFile(path, (error as Error).message, `ls -l ${path}`);
  } finally {
    closeSync(file);
  }
}

function badKeyFile(path: string, reason: string, next: string): Failure {
  const message = `The key file ${path} cannot be used.`;
  return new Failure('usage', 'key-file', { message, reason, next });
}
