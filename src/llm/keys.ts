/** Where a model's key comes from: a key file, else the environment. It stays in memory and goes into one header. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { readKeyVariable, type KeyVariable } from '../config/env.ts';
import { ModelError } from './model-error.ts';

/** A key is one line of visible ASCII; anything else is another file. */
const KEY = /^[!-~]{1,4096}$/;

/** Bytes of a key file. */
const LARGEST = 8192;

/**
 * The key for `name`, or null where the server needs none.
 * @throws {ModelError} `noKey`
 * @throws {Failure} if the key file is not the user's alone, or holds no key
 */
export function findKey(name: string, keyFile: string | null, variable: KeyVariable, isNeeded: boolean): string | null {
  if (keyFile !== null) return readKeyFile(keyFile);
  const key = readKeyVariable(variable);
  if (key !== null && !KEY.test(key)) {
    throw new ModelError('noKey', {
      message: `What stands in ${variable} is no key.`,
      reason: 'A key is one line without blanks.',
      next: `export ${variable}=…`,
    });
  }
  if (key !== null || !isNeeded) return key;
  throw new ModelError('noKey', {
    message: `There is no key for ${name}.`,
    reason: `${variable} is not set, and no key file is named.`,
    next: `export ${variable}=…   (or: a file with mode 600, and --key-file FILE)`,
  });
}

function readKeyFile(path: string): string {
  let file: number;
  try {
    // A pipe that nobody writes to would be waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw badKeyFile(path, (error as Error).message, `ls -l ${path}`);
  }
  try {
    const found = fstatSync(file);
    const { mode, uid, size } = found;
    const own = process.getuid?.();
    if (!found.isFile()) throw badKeyFile(path, 'It is no plain file.', `ls -l ${path}`);
    if (own !== undefined && uid !== own) throw badKeyFile(path, 'It belongs to somebody else.', `ls -l ${path}`);
    if (own !== undefined && (mode & 0o077) !== 0) {
      throw badKeyFile(path, `Its mode is ${(mode & 0o777).toString(8)}: others may read it.`, `chmod 600 ${path}`);
    }
    const key = size > LARGEST ? '' : readFileSync(file, 'utf8').trim();
    if (!KEY.test(key)) throw badKeyFile(path, 'It holds something else than one line with a key.', `wc ${path}`);
    return key;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw badKeyFile(path, (error as Error).message, `ls -l ${path}`);
  } finally {
    closeSync(file);
  }
}

function badKeyFile(path: string, reason: string, next: string): Failure {
  const message = `The key file ${path} is not used.`;
  return new Failure({ exit: 'usage', code: 'key-file', message, reason, next });
}
