/** A text judge that is a real chat model: it is asked, counted, and without a usable answer the statement stays unchecked. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { chatServer } from './servers.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-real-judge-'));
  home = mkdtempSync(join(tmpdir(), 'lemmahead-real-judge-home-'));
});
afterEach(() => {
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

test('statement check asks a real judge, and takes no answer for no opinion', { timeout: 240_000 }, async (context) => {
  const { baseUrl } = await chatServer(context);
  const env = { ...oldLean(context), LEMMAHEAD_HOME: home };
  await trustLean(home, folder, env);
  writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nmax_output_tokens = 64\nretries = 0\n');
  writeFileSync(join(folder, 'Comm.lean'), 'theorem comm (a b : Nat) : a + b = b + a := sorry\n');
  const asked = ['--informal', 'Addition is commutative.', '--judge', 'local/chat', '--base-url', baseUrl, '--critic'];
  const args = ['statement', 'check', 'Comm.lean', ...asked, '--require-sandbox', 'limits', '--json'];
  const { status, stdout, stderr } = await lemmaheadMeanwhile(args, { cwd: folder, env });
  const { statements, tokens } = JSON.parse(stdout);
  const [{ judgement, verdict }] = statements;
  const [opinion] = judgement.opinions;
  expect(tokens, stderr).toBeGreaterThan(0);
  expect(opinion.judge).toBe('local/chat');
  // Such a small model hardly ever gives the JSON that is asked for.
  if (opinion.same === null) {
    expect([status, verdict, judgement.verdict]).toEqual([3, 'unchecked', null]);
    expect(opinion.failure).toMatchObject({ why: 'answer', detail: expect.stringMatching(/\S/u) });
  } else expect([status, judgement.verdict !== null]).toEqual([opinion.same ? 0 : 1, true]);
});
