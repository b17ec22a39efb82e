/** `prove` with model servers that never answer properly: each run ends within its limits and says why. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, type Reply, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const TWO = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := by\n  sorry\n';
const PLAIN = ['--mode', 'cold', '--no-portfolio', '--strategy', 'baseline', '-n', '1', '-j', '1', '--json'];

let folder: string;
let env: Record<string, string>;
let server: ModelServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-broken-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env['LEMMAHEAD_HOME']!, folder, env);
  writeFileSync(join(folder, 'File.lean'), TWO);
  writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nretries = 1\ntimeout = 2\nidle_timeout = 1\n');
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[]): Promise<{ status: number | null; stdout: string; seconds: number }> {
  const start = performance.now();
  const { status, stdout } = await lemmaheadMeanwhile(args, { cwd: folder, env });
  return { status, stdout, seconds: (performance.now() - start) / 1000 };
}

async function prove(
  baseUrl: string,
  ...args: string[]
): Promise<{ status: number | null; json: any; seconds: number }> {
  const done = await run(['prove', 'File.lean', '--model', 'local/m', '--base-url', baseUrl, ...PLAIN, ...args]);
  return { ...done, json: JSON.parse(done.stdout) };
}

/** Comments of an event stream, far longer than any limit here. */
const PINGS: Reply = { text: 'by rfl', before: ': ping\n\n'.repeat(5000), pieceBytes: 8, slowMs: 50 };
/** Events without text. */
const EMPTY_EVENTS: Reply = {
  ...PINGS,
  before: 'data: {"choices":[{"index":0,"delta":{}}]}\n\n'.repeat(5000),
  pieceBytes: 46,
};

const answered = (type: string, body: string): Reply => ({ status: 200, body, headers: { 'content-type': type } });

const CASES: [what: string, reply: Reply, code: string, reason: RegExp, requests: number][] = [
  ['never answers', 'hang', 'model-timed-out', /no more of the answer for 1 s/, 2],
  ['sends comments forever', PINGS, 'model-timed-out', /no more of the answer for 1 s/, 2],
  ['sends empty events forever', EMPTY_EVENTS, 'model-timed-out', /no more of the answer for 1 s/, 2],
  ['is always busy', { status: 429, body: '<html>busy</html>' }, 'model-rate-limited', /429: <html>busy/, 2],
  [
    'is busy for an hour',
    { status: 429, body: '{}', headers: { 'retry-after': '3600' } },
    ...(['model-rate-limited', /^429/, 1] as const),
  ],
  [
    'answers in words under the type JSON',
    answered('application/json', 'I am no JSON'),
    ...(['model-malformed', /not valid JSON/, 2] as const),
  ],
  [
    'answers in words under the type of a stream',
    answered('text/event-stream', 'data: I am no JSON\n\n'),
    ...(['model-malformed', /not valid JSON/, 2] as const),
  ],
  [
    'answers with half of a JSON value',
    answered('application/json', '{"choices":[{"index":0,"message":{"content":"by rfl"'),
    ...(['model-malformed', /not valid JSON/, 2] as const),
  ],
  [
    'answers with a page',
    answered('text/html', '<html>Log in</html>'),
    ...(['model-malformed', /not an event stream/, 1] as const),
  ],
];

describe('prove with a server that', () => {
  it.for(CASES)('%s ends within its time limits, and asks no more', async ([, reply, code, reason, requests]) => {
    server = await startModelServer([reply]);
    const { status, json, seconds } = await prove(server.baseUrl);
    expect([status, json.open, json.stopped_by]).toEqual([3, 2, null]);
    expect(json.model_failure).toMatchObject({ code, reason: expect.stringMatching(reason) });
    expect(json.model_failure.next).toMatch(/\S/);
    // The second hole asks nothing, because the server never answered.
    expect(server.seen.length).toBe(requests);
    expect(seconds).toBeLessThan(20);
  });

  it('accepts connections and never reads ends within its time limits', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const { status, json } = await prove(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`);
      expect([status, json.model_failure.code]).toEqual([3, 'model-timed-out']);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it.for<[string, Reply]>([
    ['never answers', 'hang'],
    ['sends comments forever', PINGS],
    ['is always busy', { status: 429, body: '{}', headers: { 'retry-after': '1' } }],
  ])('%s ends with the time of the run', async ([, reply]) => {
    writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nretries = 20\n');
    server = await startModelServer([reply]);
    const { status, json, seconds } = await prove(server.baseUrl, '--max-time', '3');
    expect([status, json.stopped_by, json.open]).toEqual([4, 'time', 2]);
    expect(seconds).toBeLessThan(20);
  });

  it('never answers cannot use more than the tokens of the run, because each try counts with its maximum', async () => {
    writeFileSync(
      join(folder, 'lemmahead.toml'),
      '[model]\nretries = 20\nidle_timeout = 1\nmax_output_tokens = 8000\n',
    );
    server = await startModelServer(['hang']);
    const { status, json } = await prove(server.baseUrl, '--max-tokens', '22000');
    expect([status, json.stopped_by, server.seen.length]).toEqual([4, 'tokens', 2]);
    expect(json.tokens).toBeLessThanOrEqual(22_000);
  });
});
