/** `library embed` with a server: interruption, a limit, a changing dimension, and continuing after each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { openLibrary } from '../../src/library/library.ts';
import { startEmbeddingServer, type EmbeddingServer, type Oddity } from '../builders/vectors/embedding-server.ts';
import { piece } from '../library/made-document.ts';
import { madeLibrary } from '../search/library/made-library.ts';
import { lemmaheadMeanwhile } from './spawn.ts';

const ENTRIES = 400;

let server: EmbeddingServer | undefined;
afterEach(() => server?.close());

/** Creates a library; returns its path. */
async function library(): Promise<string> {
  const made = await madeLibrary({ book: Array.from({ length: ENTRIES }, (_, i) => piece(`lem:${i}`)) });
  made.close();
  return made.path;
}

function args(path: string, { baseUrl }: EmbeddingServer): string[] {
  return ['library', 'embed', '--library', path, '--embedder', 'local/x', '--embedder-url', baseUrl];
}

/** Starts a new server each time, so requests are counted separately. */
async function embed(path: string, odd: (number: number) => Oddity = () => ({}), ...more: string[]) {
  await server?.close();
  server = await startEmbeddingServer(odd);
  const { status, stdout, stderr } = await lemmaheadMeanwhile([...args(path, server), ...more, '--json']);
  return { status, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

function stored(path: string): { vectors: number; contents: number } {
  const { database, close } = ((opened) => ({ database: opened.database, close: () => opened.close() }))(
    openLibrary(path),
  );
  const count = (what: string): number =>
    database.prepare(`SELECT count(${what}) FROM vectors`).pluck().get() as number;
  const counts = { vectors: count('*'), contents: count('DISTINCT content_hash') };
  close();
  return counts;
}

test('library embed keeps the stored vectors on Ctrl-C, and the same command continues', async () => {
  const path = await library();
  let reached = (): void => undefined;
  const isHanging = new Promise<void>((resolve) => (reached = resolve));
  server = await startEmbeddingServer((number) => {
    if (number === 5) reached();
    return number === 5 ? { hang: true } : {};
  });
  const home = mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
  const env = { PATH: dirname(process.execPath), HOME: home, LEMMAHEAD_HOME: home };
  const child = spawn(process.execPath, [BINARY, ...args(path, server)], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  await isHanging;
  child.kill('SIGINT');
  const [status] = await once(child, 'close');
  expect([status, output]).toEqual([130, expect.stringContaining('stored. To continue: lemmahead library embed')]);
  const before = stored(path);
  expect(before.vectors).toBeGreaterThanOrEqual(256);
  expect(before.vectors).toBeLessThan(ENTRIES);
  expect((await embed(path)).json).toMatchObject({
    missing: ENTRIES - before.vectors,
    embedded: ENTRIES - before.vectors,
  });
  expect(stored(path)).toEqual({ vectors: ENTRIES, contents: ENTRIES });
}, 60_000);

test('library embed refuses a dimension that changes during the run, and stores none of those vectors', async () => {
  const path = await library();
  const { status, json } = await embed(path, (number) => (number < 4 ? {} : { dimension: 8 }));
  expect([status, json.code]).toEqual([2, 'embedder-differs']);
  expect(stored(path)).toEqual({ vectors: 256, contents: 256 });
  expect((await embed(path)).status).toBe(0);
  expect(stored(path)).toEqual({ vectors: ENTRIES, contents: ENTRIES });
}, 60_000);

test('library embed stops at a token limit; a cost limit needs a price', async () => {
  const path = await library();
  const limited = await embed(path, undefined, '--max-tokens', '9000');
  expect(limited).toMatchObject({ status: 4, json: { stopped_by: 'tokens', next: 'lemmahead library embed' } });
  expect(limited.json.embedded).toBe(stored(path).vectors);
  expect(limited.json.embedded).toBeGreaterThan(0);
  const unpriced = await embed(path, undefined, '--max-cost', '1');
  expect([unpriced.status, unpriced.json.code, server!.seen.length]).toEqual([2, 'price-unknown', 0]);
}, 60_000);
