/** Sends the file of the index, whole or from a byte on, so that another machine can use the same index. */
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Failure } from '../../base/errors.ts';
import { withIndex } from '../../index/open.ts';

export interface IndexFileRequest {
  path: string;
  /** The digest of the index that the client wants. */
  digest: string;
  /** The headers `Range` and `If-Range`. Only `bytes=N-` is supported; other ranges get the whole file, as HTTP allows. */
  range: string | undefined;
  ifRange: string | undefined;
}

/** @throws {Failure} `index-digest-other` if the index has another digest; as `openIndex` */
export async function indexFile({ path, digest, range, ifRange }: IndexFileRequest): Promise<Response> {
  const found = await withIndex(path, (index) => index.meta('digest'));
  if (found !== digest) throw otherDigest(digest, found);
  const file = await open(path);
  try {
    const stats = await file.stat();
    const tag = `"${digest}-${stats.size}-${stats.mtimeMs}"`;
    const first = ifRange === undefined || ifRange === tag ? firstByte(range) : 0;
    const headers = {
      'content-type': 'application/vnd.sqlite3',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: tag,
    };
    if (first > 0 && first >= stats.size) {
      await file.close();
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${stats.size}` } });
    }
    const part = first === 0 ? {} : { 'content-range': `bytes ${first}-${stats.size - 1}/${stats.size}` };
    return new Response(ReadableStream.from(bytesFrom(file, first, stats)), {
      status: first === 0 ? 200 : 206,
      headers: { ...headers, ...part, 'content-length': String(stats.size - first) },
    });
  } catch (error) {
    await file.close();
    throw error;
  }
}

const firstByte = (range: string | undefined): number => Number(/^bytes=(\d{1,15})-$/u.exec(range ?? '')?.[1] ?? 0);

const CHUNK_BYTES = 1 << 20;

/** Breaks off if the file is changed meanwhile: an update of the index writes into it. */
async function* bytesFrom(file: FileHandle, first: number, before: Stats): AsyncGenerator<Uint8Array> {
  try {
    for (let position = first; position < before.size;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
      const { size, mtimeMs } = await file.stat();
      if (bytesRead === 0 || size !== before.size || mtimeMs !== before.mtimeMs)
        throw new Error('The index was changed while it was sent.');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function otherDigest(wanted: string, found: string | null): Failure {
  return new Failure('no', 'index-digest-other', {
    message: `The server has no index with the digest ${wanted}.`,
    reason: `Its index has the digest ${found}.`,
    next: 'Omit the digest to download the index that the server has.',
  });
}
