/** `lemmahead serve` as its own process: started on any free port, asked over real sockets, ended with the test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { resolveConfiguration } from '../../src/config/resolve.ts';
import type { Settings } from '../../src/config/settings.ts';
import { lemmahead } from '../cli/spawn.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export const LIBRARY = fileURLToPath(new URL('../../fixtures/library', import.meta.url));

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** What the text parses to; undefined where it is no JSON. */
  json: any;
}

export interface Asking {
  /** Sent as JSON unless it is a text or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface ServeEnded {
  status: number | null;
  stdout: string;
  stderr: string;
  /** The last line of `--json-stream`. */
  result: any;
}

export interface ServeProcess {
  url: string;
  port: number;
  pid: number;
  /** What it has said so far. */
  said: () => string;
  ask: (method: string, path: string, asking?: Asking) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  signal: (name: NodeJS.Signals) => void;
  ended: Promise<ServeEnded>;
  /** SIGTERM, and what it came to. */
  stop: () => Promise<ServeEnded>;
}

export interface ServeStart {
  cwd?: string;
  /** Added to a bare environment. LEMMAHEAD_HOME must be among it. */
  env: Record<string, string>;
  /** What starts it, such as `unshare …`; its own process must become the server's. */
  under?: string[];
}

const running = new Set<ChildProcess>();
afterAll(async () => {
  await Promise.all([...running].map((child) => (child.kill('SIGKILL'), once(child, 'close'))));
});

/** Resolves when it listens; rejects with what it said where it does not come to that. */
export async function startServe(
  args: string[],
  { cwd = tmpdir(), env, under = [] }: ServeStart,
): Promise<ServeProcess> {
  const [command, ...rest] = [...under, process.execPath, MAIN, 'serve', '--port', '0', '--json-stream', ...args];
  const child = spawn(command!, rest, {
    cwd,
    env: {
      PATH: dirname(process.execPath),
      HOME: env['LEMMAHEAD_HOME'],
      NO_COLOR: '1',
      NODE_COMPILE_CACHE: join(tmpdir(), 'lemmahead-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = once(child, 'close').then(([status]): ServeEnded => {
    running.delete(child);
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    return { status: status as number | null, stdout, stderr, result: parsed(last) };
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const first = parsed(stdout.split('\n', 1)[0]!);
      if (first?.event === 'listening') resolve(first.url);
    });
    void ended.then(({ status }) => reject(new Error(`serve ended with ${status}: ${stderr}${stdout}`)));
  });
  const ask: ServeProcess['ask'] = (method, path, asking) => askAt(url, method, path, asking);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid!,
    said: () => stderr,
    ask,
    post: (path, body) => ask('POST', path, { body }),
    get: (path) => ask('GET', path),
    signal: (name) => void child.kill(name),
    ended,
    stop: () => (child.kill('SIGTERM'), ended),
  };
}

/** Over a connection of its own, so that nothing is kept alive between tests; any header can be said, Host too. */
export async function askAt(url: string, method: string, path: string, asking: Asking = {}): Promise<Answer> {
  const { body, headers = {}, signal } = asking;
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' };
  const { hostname, port } = new URL(url);
  const asked = request({
    // `request` would normalise a URL.
    ...{ host: hostname.replace(/^\[|\]$/gu, ''), port, method, path, agent: false },
    headers: { connection: 'keep-alive', ...type, ...headers },
    ...(signal ? { signal } : {}),
  });
  // Who is refused in the middle of a long body may be cut off after the answer.
  asked.on('error', () => undefined).on('socket', (socket) => socket.on('error', () => undefined));
  asked.end(bytes);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return { status: response.statusCode!, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends `bytes` as they are, and gives what comes back until the server ends the connection. */
export async function rawly(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  // Cut off in the middle of what it sends, it may hear so behind the answer.
  socket.on('error', () => undefined);
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** A home with an index of fixtures/library, as environment. */
export function withIndex(home: string): { LEMMAHEAD_HOME: string; LEMMAHEAD_INDEX: string } {
  const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'library.sqlite') };
  const built = lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`, '--out', env.LEMMAHEAD_INDEX], { env });
  expect(built.status, built.stderr).toBe(0);
  return env;
}

/** What every refusal looks like. */
/** What is set for whoever works in `cwd` with these variables alone. */
export async function settingsIn(cwd: string, environment: Record<string, string>): Promise<Settings> {
  const output = { json: false, quiet: true, verbose: false };
  return (await resolveConfiguration({ cwd, environment, flags: {}, output })).settings;
}

export function expectError({ status, json, headers }: Answer, expected: number, code: string): void {
  expect([status, json?.code], JSON.stringify(json)).toEqual([expected, code]);
  expect(headers['content-type']).toMatch(/^application\/json/u);
  expect(json).toMatchObject({
    schema: 'lemmahead/error@1',
    exit: expect.any(String),
    exit_code: expect.any(Number),
    message: expect.stringMatching(/\S/u),
  });
  expect(json).not.toHaveProperty('issue');
}

/** It ended as it should: told to, with nothing on stdout but its events, and no trace of a bug in its log. */
export function expectCleanEnd({ status, stdout, stderr }: ServeEnded): void {
  expect([status, /^ {4}at .*$/mu.test(stderr) ? stderr : 'no trace']).toEqual([0, 'no trace']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => parsed(line)?.event ?? line),
  ).toEqual(['listening', 'result']);
}
