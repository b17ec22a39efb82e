/** Unpacks gzip with limits: a small file of a stranger must not fill memory or disk. */
import { createGunzip } from 'node:zlib';
import { Failure } from '../base/errors.ts';

const MAX_BYTES = 4_000_000_000;
const MAX_RATIO = 200;
/** Small files may be packed better. */
const FREE_BYTES = 10_000_000;

/** The bytes of `input`, unpacked if `isPacked`. `path`: for messages. @throws {Failure} beyond the limits */
export async function* unpacked(
  input: AsyncIterable<Buffer>,
  path: string,
  isPacked: boolean,
): AsyncGenerator<Buffer, void> {
  if (!isPacked) {
    yield* input;
    return;
  }
  let [packed, bytes] = [0, 0];
  const gunzip = createGunzip();
  const feed = async (): Promise<void> => {
    for await (const chunk of input) {
      packed += chunk.length;
      if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve));
      if (gunzip.destroyed) return;
    }
    gunzip.end();
  };
  feed().catch((error: unknown) => gunzip.destroy(error as Error));
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES || (bytes > FREE_BYTES && bytes > packed * MAX_RATIO)) throw tooLarge(path);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Failure ? error : notPacked(path, error as Error);
  }
}

function tooLarge(path: string): Failure {
  return new Failure('usage', 'archive-too-large', {
    message: `${path} is not read: it unpacks to more than 4 GB, or to more than ${MAX_RATIO} times its size.`,
    next: 'Unpack it yourself if you trust it, and pass the folder.',
  });
}

function notPacked(path: string, error: Error): Failure {
  return new Failure('usage', 'document-unreadable', {
    message: `Cannot unpack ${path}.`,
    reason: error.message,
    next: 'Check that the file is complete.',
  });
}
