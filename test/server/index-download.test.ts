/** `index download` from `serve`, also over connections that drop, and from servers that send something else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { BINARY, COMPILE_CACHE } from '../binary.ts';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { LIBRARY, type ServeProcess, startServe } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-download-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const source = env.LEMMAHEAD_INDEX;
let server: ServeProcess;
let digest: string;

beforeAll(async () => {
  expect(lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`], { env }).status).toBe(0);
  server = await startServe([], { cwd: folder, env });
  digest = (await server.get('/stats')).json.digest;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder for the downloaded index, and the command that downloads it. */
function machine(context: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lemmahead-downloaded-'));
  context.onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const target = join(home, 'mine.sqlite');
  const own = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: target };
  const download = async (url: string, args: string[] = [], more: Record<string, string> = {}) => {
    const { status, stdout } = await lemmaheadMeanwhile(['index', 'download', url, ...args, '--json'], {
      env: { ...own, ...more },
    });
    return { status, json: JSON.parse(stdout) };
  };
  return { home, target, own, download };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(context: TestContext, handler: Handler): Promise<string> {
  const listener = createServer(handler).listen(0, '127.0.0.1');
  context.onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  await once(listener, 'listening');
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

/** Passes requests on to the real server. `seen`: the ranges that were asked for. `broken`: after how many bytes answers drop. */
async function proxy(context: TestContext, broken: number[], slow = false) {
  const seen: (string | undefined)[] = [];
  const url = await listen(context, (from, to) => {
    const options = {
      port: server.port,
      path: from.url,
      method: from.method,
      headers: { ...from.headers, host: `127.0.0.1:${server.port}` },
    };
    request(options, (answer) => {
      const isFile = from.url!.startsWith('/index/');
      if (isFile) seen.push(from.headers.range);
      const limit = isFile ? (broken.shift() ?? Infinity) : Infinity;
      to.writeHead(answer.statusCode!, answer.headers);
      let sent = 0;
      answer.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, Math.max(0, limit - sent));
        sent += part.length;
        to.write(part);
        if (sent >= limit && !slow) setTimeout(() => to.destroy(), 20);
      });
      answer.on('end', () => limit === Infinity && to.end());
    }).end();
  });
  return { url, seen };
}

describe('index download', () => {
  it('copies the index of a server, which then answers', async (context) => {
    const { target, own, download } = machine(context);
    const { status, json } = await download(server.url);
    expect([status, json]).toEqual([
      0,
      { schema: 'lemmahead/index-download@1', path: target, digest, bytes: statSync(source).size, kept: 0 },
    ]);
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
    expect(lemmahead(['search', 'add_comm', '-k', '1'], { env: own }).status).toBe(0);
    // Again, over the index that is there now, by its digest.
    expect((await download(server.url, ['--digest', digest])).status).toBe(0);
    expect(readdirSync(join(target, '..')).filter((name) => name.includes('download'))).toEqual([]);
    const text = await lemmaheadMeanwhile(['index', 'download', server.url], { env: own });
    expect(text.stdout).toMatch(/^Downloaded the index [\da-f]+ to .*mine\.sqlite: \d+\.\d MB\. It is intact\.\n$/u);
  });

  it('resumes a dropped connection where it was', async (context) => {
    const { target, download } = machine(context);
    const { url, seen } = await proxy(context, [70_000, 0, 50_000]);
    expect((await download(url)).status).toBe(0);
    expect(seen).toHaveLength(4);
    const starts = seen.map((range) => Number(/^bytes=(\d+)-$/u.exec(range ?? 'bytes=0-')![1]));
    expect(starts[0]).toBe(0);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[1]).toBeLessThanOrEqual(70_000);
    expect(starts[2]).toBe(starts[1]);
    expect(starts[3]).toBeGreaterThan(starts[2]!);
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  });

  it('resumes after it was killed', async (context) => {
    const { target, own, download } = machine(context);
    const { url, seen } = await proxy(context, [90_000], true);
    const child: ChildProcess = spawn(process.execPath, [BINARY, 'index', 'download', url], {
      env: { ...own, ...COMPILE_CACHE },
    });
    await vi.waitFor(() => expect(statSync(`${target}.download`).size).toBeGreaterThanOrEqual(90_000), {
      timeout: 20_000,
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(existsSync(target)).toBe(false);
    const { status, json } = await download(url);
    expect([status, json.kept]).toEqual([0, 90_000]);
    expect(seen).toEqual([undefined, 'bytes=90000-']);
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  });

  it('begins again if the index of the server has changed', async (context) => {
    const { target, download } = machine(context);
    copyFileSync(source, `${target}.download`);
    writeFileSync(`${target}.download.tag`, `"${digest}-1-1"`);
    const { status, json } = await download(server.url);
    expect([status, json.bytes]).toEqual([0, statSync(source).size]);
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  });
});

describe('bad servers and bad input', () => {
  it('another digest, no server, no address, something that is not lemmahead', async (context) => {
    const { target, download } = machine(context);
    expect(await download(server.url, ['--digest', 'abc'])).toMatchObject({
      status: 3,
      json: { code: 'index-download-refused', reason: `Its index has the digest ${digest}.` },
    });
    expect(await download('ftp://example.org')).toMatchObject({ status: 2, json: { code: 'server-address' } });
    expect(await download('http://user:pw@example.org')).toMatchObject({ status: 2, json: { code: 'server-address' } });
    const closed = await listen(context, (_, response) => response.destroy());
    expect(await download(closed)).toMatchObject({ status: 3, json: { code: 'server-unreachable' } });
    const other = await listen(context, (_, response) => response.end('<html>'));
    expect(await download(other)).toMatchObject({ status: 3, json: { code: 'server-unexpected' } });
    const elsewhere = await listen(context, (_, response) => response.writeHead(302, { location: server.url }).end());
    expect((await download(elsewhere)).status).toBe(3);
    expect(existsSync(target)).toBe(false);
  });

  it('a server that sends something else never replaces the index', async (context) => {
    const { target, download } = machine(context);
    copyFileSync(source, target);
    const before = readFileSync(target);
    const bad = Buffer.from(before);
    bad.fill(7, 20_000, 60_000);
    const serve = (body: Buffer): Promise<string> =>
      listen(context, (from, to) => {
        if (from.url === '/stats') return to.end(JSON.stringify({ digest }));
        to.writeHead(200, { etag: `"${digest}-9-9"`, 'content-length': body.length });
        return to.end(body);
      });
    const damaged = await download(await serve(bad));
    expect(damaged).toMatchObject({ status: 3, json: { code: 'index-download-bad' } });
    expect(readFileSync(target).equals(before)).toBe(true);
    const text = await download(await serve(Buffer.from('SQLite? No.')));
    expect(text).toMatchObject({ status: 3, json: { code: 'index-download-bad' } });
    expect(readFileSync(target).equals(before)).toBe(true);
    expect(readdirSync(join(target, '..')).filter((name) => name.includes('download'))).toEqual([]);
  });

  it('needs the token of the server', async (context) => {
    const { download } = machine(context);
    const guarded = await startServe([], { cwd: folder, env: { ...env, LEMMAHEAD_TOKEN: 'a-long-secret-token' } });
    expect(await download(guarded.url)).toMatchObject({ status: 3, json: { code: 'server-token' } });
    expect(await download(guarded.url, [], { LEMMAHEAD_TOKEN: 'wrong' })).toMatchObject({
      json: { code: 'server-token' },
    });
    expect(await download(guarded.url, [], { LEMMAHEAD_TOKEN: 'a-long-secret-token' })).toMatchObject({ status: 0 });
  });

  it('a part that the file does not have is refused', async () => {
    const { size } = statSync(source);
    const at = (range: string) => server.send('GET', `/index/${digest}`, { headers: { range } });
    expect(await at(`bytes=${size}-`)).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${size}` } });
    expect(await at('bytes=5-9')).toMatchObject({ status: 200, headers: { 'content-length': String(size) } });
    expect(await at('bytes=100-')).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes 100-${size - 1}/${size}` },
    });
    expect((await server.get('/index/..%2Findex.sqlite')).status).toBe(404);
  });
});
