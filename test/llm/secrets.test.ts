/** A key is sent in one header only, and never appears in output, on disk or at another server. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { childEnvironment } from '../../src/config/env.ts';
import { checkedBaseUrl } from '../../src/llm/base-url.ts';
import { findKey } from '../../src/llm/keys.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { startModelServer, type ModelServer, type Reply } from './model-server.ts';

const KEY = 'my.8f1c0b7a6d5e4f3a2b1c';
/** Another key that a server may mention. */
const OTHER = 'sk-proj-0a1b2c3d4e5f6a7b8c9d';
const SCRIPT = fileURLToPath(new URL('record-answers.ts', import.meta.url));
const COMPILED = join(tmpdir(), 'lemmahead-compile-cache');

let folder: string;
let server: ModelServer | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-secrets-'));
  mkdirSync(join(folder, 'home'));
});
afterEach(async () => {
  await server?.close();
  server = null;
});

interface Ran {
  status: number;
  output: string;
}

/** Runs asynchronously, because the server in this process must answer meanwhile. */
function run(args: string[], env: Record<string, string>): Promise<Ran> {
  const bare = {
    PATH: dirname(process.execPath),
    HOME: folder,
    LEMMAHEAD_HOME: join(folder, 'home'),
    TMPDIR: folder,
    NODE_COMPILE_CACHE: COMPILED,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { ...bare, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

/** All content written in the test's folder, except the key file. */
function written(): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.endsWith('my.key'));
  return paths.map((path) => readFileSync(path, 'latin1')).join('\n');
}

const NAMES = ['openai/prover-1', 'anthropic/prover-1', 'local/prover-1'];

/** Sends `count` requests to each model at `server`, in one process. */
function askAll(count: number, env: Record<string, string>, settings = ''): Promise<Ran> {
  const text = `[model]\nbase_url = "${server!.baseUrl}"\nretries = 0\n${settings}`;
  writeFileSync(join(folder, 'home', 'config.toml'), text);
  const args = NAMES.flatMap((name) => [name, String(count)]);
  return run([SCRIPT, join(folder, 'answers.jsonl'), ...args], env);
}

test('the key is never written down, for any server response', async () => {
  const replies: Reply[] = [
    { text: 'by simp' },
    {
      status: 401,
      body: `{"error":{"message":"Incorrect API key: ${KEY}, not ${OTHER}"}}`,
      headers: { 'x-echo': KEY },
    },
    { status: 500, body: `<html>authorization: Bearer ${KEY}</html>` },
    { text: 'by simp', cutAfter: 300 },
    { text: `by ${KEY}`, snapshot: KEY },
    { text: '', before: `event: error\ndata: {"error":{"message":"${KEY}"}}\n\n` },
  ];
  server = await startModelServer((_, number) => replies[number % replies.length]!);
  const debug = { OPENAI_LOG: 'debug', ANTHROPIC_LOG: 'debug', DEBUG: '*' };
  const { output } = await askAll(replies.length, { LEMMAHEAD_API_KEY: KEY, ...debug });
  expect(output).not.toContain(KEY.slice(3));
  expect(output).not.toContain(OTHER.slice(8));
  expect(written()).not.toContain(KEY.slice(3));
  expect(written().match(/"by simp"/g)).toHaveLength(NAMES.length);
  expect(output.match(/"exit":"missing","exit_code":3,"code":"model-(?:key-refused|server|cut)"/g)).toHaveLength(
    4 * NAMES.length,
  );
  // The server received it.
  expect(server.seen).toHaveLength(replies.length * NAMES.length);
  for (const { headers, path } of server.seen) {
    if (path.endsWith('/messages')) expect(headers['x-api-key']).toBe(KEY);
    else expect(headers.authorization).toBe(`Bearer ${KEY}`);
  }
});

test('a key too short to be secret is not removed from a proof', async () => {
  server = await startModelServer([{ text: 'by simp' }]);
  await askAll(1, { LEMMAHEAD_API_KEY: 'simp' });
  expect(written().match(/"by simp"/g)).toHaveLength(3);
});

test("a provider's key, account and headers are not sent to a custom server", async () => {
  server = await startModelServer([{ text: 'by simp' }]);
  const keys = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, ANTHROPIC_AUTH_TOKEN: KEY, OPENAI_ADMIN_KEY: KEY };
  const more = { OPENAI_ORG_ID: 'org-1', OPENAI_PROJECT_ID: 'project-1' };
  const headers = { ANTHROPIC_CUSTOM_HEADERS: `x-mine: ${KEY}`, OPENAI_CUSTOM_HEADERS: `x-mine: ${KEY}` };
  await askAll(1, { ...keys, ...more, ...headers });
  expect(server.seen).toHaveLength(3);
  expect(JSON.stringify(server.seen)).not.toMatch(/8f1c0b7a6d5e|org-1|project-1|x-mine/);
});

test('a key from a file is sent but not written down', async () => {
  server = await startModelServer([{ text: 'by simp' }]);
  const path = join(folder, 'my.key');
  writeFileSync(path, `${KEY}\n`, { mode: 0o600 });
  const { output } = await askAll(1, { LEMMAHEAD_API_KEY: 'sk-other' }, `key_file = "${path}"\n`);
  expect(output + written()).not.toContain(KEY.slice(3));
  expect(server.seen.map(({ headers }) => JSON.stringify(headers).includes(KEY))).toEqual([true, true, true]);
});

test('the key does not appear in a proof run, its recording or its output', async () => {
  const replies: Reply[] = [
    { status: 429, body: `{"error":{"message":"slow down, ${KEY}"}}`, headers: { 'retry-after-ms': '1' } },
    { text: '```lean\nby wrong\n```' },
    { text: '```lean\nby kettle\n```' },
  ];
  server = await startModelServer((_, number) => replies[Math.min(number, 2)]!);
  const lean = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(lean.LEMMAHEAD_HOME, folder, lean);
  writeFileSync(join(folder, 'File.lean'), '-- needs kettle\ntheorem one : 1 = 1 := by\n  sorry\n');
  const model = ['--no-portfolio', '--model', 'local/prover-1', '--base-url', server.baseUrl, '-n', '1'];
  const args = ['prove', 'File.lean', '--mode', 'cold', '--in-place', '--record', 'answers.jsonl', '-v', ...model];
  const { status, output } = await run([BINARY, ...args], { ...lean, LEMMAHEAD_API_KEY: KEY, OPENAI_API_KEY: KEY });
  expect([status, output]).toEqual([0, expect.stringContaining('kettle')]);
  expect(readFileSync(join(folder, 'File.lean'), 'utf8')).toContain('kettle');
  // The run and the recording were written, and the key was not.
  expect(written()).toContain('"event":"attempt"');
  expect(written()).toContain('lemmahead/recording@1');
  expect(output + written()).not.toContain(KEY.slice(3));
  expect(server.seen[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
});

describe('lemmahead models', () => {
  test("lists the server's models without the key", async () => {
    server = await startModelServer(['hang']);
    const args = [BINARY, 'models', 'local', '--base-url', server.baseUrl];
    const json = JSON.parse((await run([...args, '--json'], { LEMMAHEAD_API_KEY: KEY })).output);
    expect(Object.keys(json)).toEqual(['schema', 'endpoint', 'models']);
    expect(json).toMatchObject({ schema: 'lemmahead/models@1', models: [{ name: 'local/prover-1', price: null }, {}] });
    expect(JSON.stringify(json)).not.toContain(KEY);
  });

  test('lists Anthropic models with known prices', async () => {
    server = await startModelServer(['hang']);
    writeFileSync(
      join(folder, 'home', 'config.toml'),
      '[model.prices."anthropic/prover-2"]\ninput = 1\noutput = 2.5\n',
    );
    const { output } = await run([BINARY, 'models', 'anthropic', '--base-url', server.baseUrl], {});
    expect(output).toContain('anthropic/prover-2  $1 in, $2.5 out');
  });

  test.each<[string, string[], number, string]>([
    ['a missing key', ['anthropic'], 3, 'ANTHROPIC_API_KEY is not set'],
    ['a missing provider', [], 2, 'lemmahead models anthropic'],
    ['a key in the address', ['local', '--base-url', `http://me:${KEY}@localhost/v1`], 2, 'LEMMAHEAD_API_KEY'],
    [
      'an unreachable server',
      ['local', '--base-url', 'http://127.0.0.1:9/v1'],
      3,
      'Nothing answers at http://127.0.0.1:9/v1',
    ],
  ])('reports %s', async (_, args, status, text) => {
    const ran = await run([BINARY, 'models', ...args], {});
    expect(ran.output).toContain(text);
    expect(ran.output).not.toContain(KEY);
    expect(ran.status).toBe(status);
  });
});

describe('key file', () => {
  const find = (path: string) => findKey('openai/x', path, 'OPENAI_API_KEY', true);
  const write = (text: string, mode = 0o600): string => {
    const path = join(folder, 'my.key');
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
    return path;
  };

  test('returns its one line', () => expect(find(write(`${KEY}\n`))).toBe(KEY));

  test.each([0o644, 0o640, 0o604, 0o660, 0o601])('with mode %o is refused and shows the command to fix it', (mode) => {
    const path = write(KEY, mode);
    expect(() => find(path)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ exit: 'usage', next: `chmod 600 ${path}` }) }),
    );
  });

  test.each(['', '\n', 'two words', 'two\nlines', 'ключ', `${'x'.repeat(40)}\u0000`])(
    'with content %j is refused',
    (text) => {
      expect(() => find(write(text))).toThrow('cannot be used');
    },
  );

  test('that is a folder, a pipe or missing is refused', () => {
    chmodSync(folder, 0o700);
    execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe')]);
    expect(() => find(join(folder, 'pipe'))).toThrow('cannot be used');
    expect(() => find(folder)).toThrow('cannot be used');
    expect(() => find(join(folder, 'none'))).toThrow('cannot be used');
  });

  test.runIf(process.getuid?.() === 0)('of another user is refused', async () => {
    const path = write(KEY);
    const { chownSync } = await import('node:fs');
    chownSync(path, 65_534, 65_534);
    expect(() => find(path)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ reason: 'It belongs to another user.' }) }),
    );
  });
});

test.each(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'LEMMAHEAD_API_KEY'])('child processes do not get %s', (name) => {
  process.env[name] = KEY;
  try {
    expect(JSON.stringify(childEnvironment())).not.toContain(KEY);
  } finally {
    delete process.env[name];
  }
});

describe('base URL', () => {
  test.each([
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1'],
    ['https://models.example.org', 'https://models.example.org'],
    ['https://models.example.org/a/v1//', 'https://models.example.org/a/v1'],
  ])('%s is accepted', (text, expected) => expect(checkedBaseUrl(text)).toBe(expected));

  test.each([
    '',
    'localhost:1',
    'file:///etc/passwd',
    'http://a:b@c/v1',
    'http://a@c/v1',
    'http://a/v1?key=x',
    'http://a/v1#x',
  ])('%j is refused', (text) => expect(() => checkedBaseUrl(text)).toThrow('The base URL is invalid.'));
});
