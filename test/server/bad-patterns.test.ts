/** Bad patterns on the command line, over HTTP and MCP: an answer or a clear error, soon. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lemmahead } from '../cli/spawn.ts';
import { call, overStdio } from './mcp-client.ts';
import { expectCleanEnd, LIBRARY, type ServeProcess, startServe } from './serve-process.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-bad-patterns-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
/** Milliseconds for one query to a running server. It takes some tens; other processes may use the machine. */
const SOON = 5000;
let server: ServeProcess;
let client: Client;

beforeAll(async () => {
  const built = lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`], { env });
  expect(built.status, built.stderr).toBe(0);
  server = await startServe([], { env });
  ({ client } = await overStdio('2026-07-28', { env, cwd: home }));
}, 60_000);
afterAll(async () => {
  await client.close();
  expectCleanEnd(await server.stop());
  rmSync(home, { recursive: true, force: true });
});

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const TOO_LONG = 'A pattern has at most 500 words and symbols.';

/** Query, and the message of its error; null if it is answered. */
const PATTERNS: [string, string, string | null][] = [
  ['an unknown constant among others', 'Foo.bar, _ + _', "Unknown constant 'Foo.bar'."],
  ['an unknown constant after a turnstile', '|- Foo.bar _', "Unknown constant 'Foo.bar'."],
  ['a sum of 20,000 characters', filled('_ + ', 19_996) + '_', TOO_LONG],
  ['20,000 characters of one name', `${'a'.repeat(19_990)} _`, `Unknown constant '${'a'.repeat(99)}…'.`],
  ['20,000 characters in a string', `"${'a'.repeat(19_998)}"`, null],
  ['a thousand holes', `Nat.succ${' _'.repeat(1000)}`, TOO_LONG],
  ['400 holes', `Nat.succ${' _'.repeat(400)}`, null],
  ['a thousand variables', Array.from({ length: 1000 }, (_, at) => `?a${at}`).join(' + '), TOO_LONG],
  ['20,000 brackets', '_ + ' + '('.repeat(19_996), TOO_LONG],
  ['an unclosed bracket', '(_ + _', "This '(' is not closed."],
  ['an unopened bracket', '_ + _)', "This ')' has no opening bracket."],
  ['brackets of two kinds', '(_ + [_)]', "This ')' has no opening bracket."],
  ['an unclosed name', '_ + «a b', "This '«' is not closed."],
  ['an unclosed string', '_ + _, "a', 'This string is not closed.'],
  ['a right-to-left override', '_ + \u202e_ = _', 'The invisible character U+202E is here.'],
  ['a right-to-left mark in a name', 'Nat\u200f.succ _', 'The invisible character U+200F is here.'],
  ['a control character', '_ + \u0007_', 'The invisible character U+0007 is here.'],
  ['quoted names', '«a b», «∀ x, (y».«"»', "Unknown constant 'a b'."],
  ['every character of a name', '_ = β₁\'!?.x_ℝ𝓝.«— (∑) "q" ⊢».éß', "Unknown constant 'β₁'!?.x_ℝ𝓝.— (∑) \"q\" ⊢.éß'."],
  ['chained arrows', '↑'.repeat(490) + '_ = Nat.succ _', null],
  ['deep binders', '∀ x, '.repeat(100) + '_ = _', null],
];

describe.each(PATTERNS)('%s', (_, query, message) => {
  it('gets an answer or an error that points at the place', async () => {
    const start = performance.now();
    const answers = [
      (await server.post('/search', { query })).json,
      (await call(client, 'search', { query })).structured,
    ];
    expect(performance.now() - start).toBeLessThan(2 * SOON);
    answers.push(JSON.parse(lemmahead(['search', '--json', '--', query], { env }).stdout));
    for (const answer of answers) {
      if (message === null)
        expect(['done', 'no']).toContain(answer.exit ?? (answer.results.length > 0 ? 'done' : 'no'));
      else {
        expect(answer).toMatchObject({ exit: 'usage', message });
        const [line, caret] = answer.reason.split('\n');
        expect([...line].length).toBeLessThan(130);
        expect(caret).toMatch(/^ *\^$/u);
        expect(caret.length).toBeLessThanOrEqual([...line].length + 1);
      }
    }
  });
});

it('a caret in the text of an error over MCP is below its place', async () => {
  const { text } = await call(client, 'search', { query: 'Nat.succ (Foo.bar _)' });
  const [, reason = '', caret] = text.split('\n');
  expect(reason).toContain('Foo.bar');
  expect(caret).toBe(`${' '.repeat(reason.indexOf('Foo.bar'))}^`);
});
