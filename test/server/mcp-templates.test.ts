/** The tools `templates` and `solve` over MCP, with a graph of templates in the library and no model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lemmahead } from '../cli/spawn.ts';
import { writeLibraryIndex } from '../library-index.ts';
import { KNOWN, SEEDS } from '../solve/known-questions.ts';
import { call, overStdio } from './mcp-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-mcp-templates-'));
const { problem } = KNOWN[0]!;
let client: Client;

beforeAll(async () => {
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'abacus.sqlite') };
  writeLibraryIndex(env.LEMMAHEAD_INDEX);
  expect(lemmahead(['templates', 'build', SEEDS, '--from', 'labelled'], { env, cwd: folder }).status).toBe(0);
  ({ client } = await overStdio('2026-07-28', { cwd: folder, env }));
}, 60_000);
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

it('templates lists proofs of similar theorems for a goal', async () => {
  const { text, structured } = await call(client, 'templates', { goal: '⊢ ∀ n : Nat, n + 0 = n', k: 3 });
  expect(structured.exit).toBe('done');
  expect(structured.proofs).toHaveLength(3);
  expect(text.split('\n')[0]).toMatch(/ \(\d+ votes\)$/);
});

it('templates lists similar solved problems for a problem in words', async () => {
  const { text, structured } = await call(client, 'templates', { problem });
  expect(structured.problems[0]).toMatchObject({ title: 'sum-odd', theorems: ['sum of odd numbers'] });
  expect(text).toContain('theorems: sum of odd numbers');
});

it.each([
  ['templates', {}, 'bad-request'],
  ['templates', { goal: '⊢ True', problem: 'x' }, 'bad-request'],
  ['templates', { problem: 'x', k: 0 }, 'bad-request'],
  ['solve', { problem: ' ' }, 'bad-request'],
  ['solve', { problem, judge: 'openai/m' }, 'bad-request'],
])('%s refuses %j', async (tool, input, code) => {
  const { isError, structured } = await call(client, tool, input);
  expect([isError, structured.code]).toEqual([true, code]);
});

it('solve without a model returns what was found, and says that no answer was asked for', async () => {
  const { text, structured } = await call(client, 'solve', { problem });
  expect(structured).toMatchObject({ exit: 'done', theorems: expect.arrayContaining(['sum of odd numbers']) });
  expect(structured.answer).toBeUndefined();
  expect(structured.notes[0]).toContain('no answer was asked for');
  expect(text.split('\n')[0]).toBe('No answer.');
});
