/** `lemmahead serve` as a process: on a free port, with requests over real sockets, ended with the test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { afterEveryFile } from '../after-tests.ts';
import { BINARY } from '../binary.ts';
import { resolveConfiguration } from '../../src/config/resolve.ts';
import type { Settings } from '../../src/config/settings.ts';
import { requireDocumentedEvent } from '../cli/documented.ts';
import { writeLibraryIndex } from '../library-index.ts';

export const LIBRARY = fileURLToPath(new URL('../../fixtures/library', import.meta.url));

export interface ServerResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed text; undefined if it is not JSON. */
  json: any;
}

export interface RequestOptions {
  /** Sent as JSON unless it is a string or bytes. */
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
  /** The stderr output so far. */
  stderr: () => string;
  send: (method: string, path: string, options?: RequestOptions) => Promise<ServerResponse>;
  post: (path: string, body: unknown) => Promise<ServerResponse>;
  get: (path: string) => Promise<ServerResponse>;
  signal: (name: NodeJS.Signals) => void;
  ended: Promise<ServeEnded>;
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<ServeEnded>;
}

export interface ServeStart {
  cwd?: string;
  /** Added to a minimal environment. Must contain LEMMAHEAD_HOME. */
  env: Record<string, string>;
  /** A command that starts the server, such as `unshare …`; it must `exec` the server. */
  under?: string[];
}

const running = new Set<ChildProcess>();
afterEveryFile(async () => {
  await Promise.all([...running].map((child) => (child.kill('SIGKILL'), once(child, 'close'))));
});

/** Resolves when the server listens; rejects with its output if it ends before. */
export async function startServe(
  args: string[],
  { cwd = tmpdir(), env, under = [] }: ServeStart,
): Promise<ServeProcess> {
  const [command, ...rest] = [...under, process.execPath, BINARY, 'serve', '--port', '0', '--json-stream', ...args];
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
      if (first?.event !== 'listening') return;
      requireDocumentedEvent(first);
      resolve(first.url);
    });
    void ended.then(({ status }) => reject(new Error(`serve ended with ${status}: ${stderr}${stdout}`)));
  });
  const send: ServeProcess['send'] = (method, path, options) => sendRequest(url, method, path, options);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid!,
    stderr: () => stderr,
    send,
    post: (path, body) => send('POST', path, { body }),
    get: (path) => send('GET', path),
    signal: (name) => void child.kill(name),
    ended,
    stop: () => (child.kill('SIGTERM'), ended),
  };
}

/** Uses a new connection for each request, so tests are independent. Any header can be set, including Host. */
export async function sendRequest(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ServerResponse> {
  const { body, headers = {}, signal } = options;
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' };
  const { hostname, port } = new URL(url);
  const sent = request({
    // Passed separately, because `request` would normalize a URL.
    ...{ host: hostname.replace(/^\[|\]$/gu, ''), port, method, path, agent: false },
    headers: { connection: 'keep-alive', ...type, ...headers },
    ...(signal ? { signal } : {}),
  });
  // If a long body is refused, the connection may be reset after the response.
  sent.on('error', () => undefined).on('socket', (socket) => socket.on('error', () => undefined));
  sent.end(bytes);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
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

/** Sends `bytes` unchanged, and returns everything received until the server closes the connection. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  // If the connection is reset while sending, the error may arrive after the response.
  socket.on('error', () => undefined);
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** Builds an index of fixtures/library in `home` and returns the environment variables for it. */
export function withIndex(home: string): { LEMMAHEAD_HOME: string; LEMMAHEAD_INDEX: string } {
  const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'library.sqlite') };
  writeLibraryIndex(env.LEMMAHEAD_INDEX);
  return env;
}

/** The settings in the folder `cwd` with only these environment variables. */
export async function settingsIn(cwd: string, environment: Record<string, string>): Promise<Settings> {
  const output = { json: false, quiet: true, verbose: false };
  return (await resolveConfiguration({ cwd, environment, flags: {}, output })).settings;
}

/** Checks the format of an error response. */
export function expectError({ status, json, headers }: ServerResponse, expected: number, code: string): void {
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

/** Checks for exit code 0, only events on stdout, and no stack trace of a bug in the log. */
export function expectCleanEnd({ status, stdout, stderr }: ServeEnded): void {
  expect([status, /^ {4}at .*$/mu.test(stderr) ? stderr : 'no stack trace']).toEqual([0, 'no stack trace']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => parsed(line)?.event ?? line),
  ).toEqual(['listening', 'result']);
}
