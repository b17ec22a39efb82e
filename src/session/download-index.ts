/** Downloads the index of a server: resumes after an interruption, and checks the index before it replaces another. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { isDiskFull } from '../base/disk-full.ts';
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { readTextOrNull, valueOr } from '../base/read-or-null.ts';
import { lockIndex } from '../index/build-lock.ts';
import { withIndex } from '../index/open.ts';
import { refuseForeign, replaceIndex } from '../index/replace-file.ts';
import { verifyDownload } from '../index/verify.ts';
import { checkedAddress } from '../llm/base-url.ts';

interface ServerAccess {
  /** Address of the server, without a slash at its end. */
  server: string;
  /** The token of the server; null for none. */
  token: string | null;
  signal: AbortSignal;
}

export interface IndexDownload extends ServerAccess {
  /** The digest of the wanted index; null for the one that the server has. */
  digest: string | null;
  /** Where to put the index. */
  target: string;
  /** Bytes on disk, and of all. */
  onProgress: (done: number, total: number) => void;
}

export interface DownloadedIndex {
  digest: string;
  bytes: number;
  /** Bytes that an earlier, interrupted download had received. */
  kept: number;
}

/** Tries without a new byte before it gives up. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
/** A server that sends nothing for this long counts as away. */
const SILENCE_MS = 60_000;

/** @throws {Failure} if the server does not have the index or cannot be reached, or if what it sent is not that index */
export async function downloadIndex(request: IndexDownload): Promise<DownloadedIndex> {
  const { target, signal } = request;
  refuseForeign(target);
  const digest = request.digest ?? (await digestOfServer(request));
  mkdirSync(dirname(target), { recursive: true });
  const lock = lockIndex(target);
  try {
    const part = new PartialFile(`${target}.download`, digest);
    const kept = part.bytes;
    await receive(request, digest, part);
    signal.throwIfAborted();
    const fault = verifyDownload(part.path, digest);
    if (fault !== null) {
      part.remove();
      throw new Failure('missing', 'index-download-bad', {
        message: `${request.server} sent an index that cannot be used; the old one is kept.`,
        reason: fault,
        next: 'Check the index of the server: lemmahead index verify',
      });
    }
    const { bytes } = part;
    replaceIndex(part.path, target);
    part.remove();
    return { digest, bytes, kept };
  } finally {
    lock.release();
  }
}

/** The digest of the index at a path; null if there is none that can be used. */
export async function digestAt(path: string): Promise<string | null> {
  try {
    return await withIndex(path, (index) => index.meta('digest'));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** An address as a user gives it, without a slash at its end. @throws {Failure} if it is no address of a server */
export function serverAddress(given: string): string {
  return checkedAddress(given, 'put the token into LEMMAHEAD_TOKEN', (reason) => {
    const message = 'The address of the server is invalid.';
    return new Failure('usage', 'server-address', { message, reason, next: 'Give one such as http://HOST:PORT.' });
  });
}

/** What has been received of one version of a file: the bytes, and the tag that the server gave to this version. */
class PartialFile {
  readonly path: string;
  readonly digest: string;
  readonly #tagPath: string;

  constructor(path: string, digest: string) {
    this.path = path;
    this.digest = digest;
    this.#tagPath = `${path}.tag`;
    // Another index than the one wanted, or bytes of an unknown version.
    if (this.tag?.startsWith(`"${digest}-`) !== true) this.remove();
  }

  get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  get tag(): string | null {
    return readTextOrNull(this.#tagPath);
  }

  begin(tag: string): void {
    this.remove();
    writeFileSync(this.#tagPath, tag);
  }

  remove(): void {
    rmSync(this.path, { force: true });
    rmSync(this.#tagPath, { force: true });
  }
}

/** Receives until all is there; a dropped connection is resumed. */
async function receive(request: IndexDownload, digest: string, part: PartialFile): Promise<void> {
  for (let tries = 1; ;) {
    const before = part.bytes;
    try {
      await receiveRest(request, digest, part);
      return;
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      if (isDiskFull(error)) throw diskFull(part, error);
      tries = part.bytes > before ? 1 : tries + 1;
      if (tries > TRIES) throw unreachable(request, error);
      await setTimeout(FIRST_WAIT_MS * 2 ** (tries - 1), undefined, { signal: request.signal });
    }
  }
}

async function receiveRest(request: IndexDownload, digest: string, part: PartialFile): Promise<void> {
  const { bytes, tag } = part;
  const resume: Record<string, string> = bytes > 0 && tag !== null ? { range: `bytes=${bytes}-`, 'if-range': tag } : {};
  const silence = new AbortController();
  const response = await get(request, `/index/${encodeURIComponent(digest)}`, resume, silence.signal);
  // All is there: the last try ended before it could be checked.
  if (response.status === 416 && response.headers.get('content-range') === `bytes */${bytes}`) return;
  const isRest = response.status === 206;
  const found = response.headers.get('etag');
  if ((response.status !== 200 && !isRest) || found === null || response.body === null)
    throw unexpected(request, response);
  if (!isRest) part.begin(found);
  else if (found !== tag) throw new Error('The server sent a part of another version.');
  const total = Number(response.headers.get('content-length')) + (isRest ? bytes : 0);
  const file = createWriteStream(part.path, { flags: 'a' });
  const written = once(file, 'close');
  let done = part.bytes;
  const timer = { current: startTimer(silence) };
  try {
    for await (const chunk of response.body) {
      clearTimeout(timer.current);
      timer.current = startTimer(silence);
      done += chunk.length;
      if (done > total) throw new Error('The server sent more than it had announced.');
      if (!file.write(chunk)) await Promise.race([once(file, 'drain'), written]);
      request.onProgress(done, total);
    }
  } finally {
    clearTimeout(timer.current);
    file.end();
    await written;
  }
  if (done < total) throw new Error('The connection ended too early.');
}

const startTimer = (silence: AbortController): NodeJS.Timeout =>
  globalThis.setTimeout(
    () => silence.abort(new Error(`The server sent nothing for ${SILENCE_MS / 1000} s.`)),
    SILENCE_MS,
  );

const statsAnswer = z.object({ digest: z.string().max(200) });

/** The digest of the index that the server has. @throws {Failure} if it cannot be reached */
export async function digestOfServer(request: ServerAccess): Promise<string> {
  let response: Response;
  try {
    response = await get(request, '/stats', {}, AbortSignal.timeout(SILENCE_MS));
  } catch (error) {
    request.signal.throwIfAborted();
    throw error instanceof Failure ? error : unreachable(request, error);
  }
  if (response.status !== 200) throw unexpected(request, response);
  const read = statsAnswer.safeParse(await response.json().catch(() => null));
  if (!read.success) throw unexpected(request, response);
  return read.data.digest;
}

/** Redirections are refused: another server would get the token. @throws {Failure} for an answer of `lemmahead serve` */
async function get(
  { server, token, signal }: ServerAccess,
  path: string,
  headers: Record<string, string>,
  ended: AbortSignal,
): Promise<Response> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${server}${path}`, {
    headers: { ...headers, ...authorization },
    redirect: 'error',
    signal: AbortSignal.any([signal, ended]),
  });
  if (response.status < 400 || response.status === 416) return response;
  const text = await response.text();
  const read = errorAnswer.safeParse(valueOr(null, (): unknown => JSON.parse(text)));
  if (!read.success || response.status === 503)
    throw read.success ? new Error(read.data.message) : unexpected({ server }, response);
  const { code, message, reason, next } = read.data;
  throw new Failure('missing', code === 'unauthorized' ? 'server-token' : 'index-download-refused', {
    message: `${server}: ${firstLine(message)}`,
    ...(reason === undefined ? {} : { reason: firstLine(reason) }),
    ...(code === 'unauthorized'
      ? { next: 'Set LEMMAHEAD_TOKEN to the token of the server.' }
      : next && { next: firstLine(next) }),
  });
}

const short = z.string().max(2000);
const errorAnswer = z.object({ code: short, message: short, reason: short.optional(), next: short.optional() });

function unexpected({ server }: Pick<ServerAccess, 'server'>, { status }: Response): Failure {
  return new Failure('missing', 'server-unexpected', {
    message: `${server} does not answer as lemmahead serve does (status ${status}).`,
    next: 'Give the address that lemmahead serve prints: http://HOST:PORT',
  });
}

function unreachable({ server }: Pick<ServerAccess, 'server'>, error: unknown): Failure {
  const { message, cause } = error as Error;
  return new Failure('missing', 'server-unreachable', {
    message: `${server} cannot be reached, or the connection fails again and again.`,
    reason: firstLine(cause instanceof Error && cause.message !== '' ? cause.message : message),
    next: 'Run the same command again: it resumes the download.',
    cause: error,
  });
}

function diskFull({ path }: PartialFile, error: unknown): Failure {
  return new Failure('missing', 'disk-full', {
    message: 'The disk is full.',
    reason: firstLine((error as Error).message),
    next: `Free some space and run the same command again: it resumes. Or remove ${path}.`,
    cause: error,
  });
}
