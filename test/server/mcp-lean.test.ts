/** The MCP tools that run Lean: with a fake Lean, and with a real one if available. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { processesUnder } from '../cli/processes-under.ts';
import { lemmahead } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { needsSandbox } from '../lean/needs-sandbox.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { call, overStdio, type ProtocolVersion, PROTOCOLS } from './mcp-client.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const LIMITS = ['--require-sandbox', 'limits'];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lemmahead-mcp-lean-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TWO = `theorem one : 1 = 1 := by
  sorry

theorem two : 2 = 2 := sorry
`;

const LOOP = 'partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop 0\n';

async function withFakeLean(context: TestContext, version: ProtocolVersion, args: string[] = []) {
  await needsSandbox(context, 'limits');
  const env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home'), TMPDIR: folder };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
  return overStdio(version, { args: [...LIMITS, ...args], cwd: folder, env });
}

describe('MCP tools with a fake Lean', () => {
  it('check reports proved declarations, sorry, and errors', async (context) => {
    const { client } = await withFakeLean(context, '2026-07-28');
    const good = await call(client, 'check', { text: 'theorem t : 1 = 1 := rfl\n' });
    expect(good).toMatchObject({ isError: false, structured: { exit: 'done', verdict: 'accepted', proved: ['t'] } });
    expect(good.text).toMatch(/^accepted \(audit\), no sorry\.\nproved: t/);
    const unfinished = await call(client, 'check', { text: TWO });
    expect(unfinished.structured).toMatchObject({ exit: 'no', verdict: 'unfinished', sorry: ['one', 'two'] });
    expect(unfinished.text).toContain('next: Fill each sorry, or call prove.');
    const wrong = await call(client, 'check', { text: 'theorem t : 1 = 2 := rfl -- @error\n' });
    expect(wrong.structured).toMatchObject({ verdict: 'rejected', by: 'lean', findings: [{ line: 1 }] });
    expect(wrong.text).toMatch(/^rejected by Lean\.\n1:1: error \[type_mismatch\]: type mismatch/);
    await client.close();
  }, 60_000);

  it('holes returns the goals', async (context) => {
    const { client } = await withFakeLean(context, '2025-06-18');
    const { text, structured } = await call(client, 'holes', { text: TWO });
    expect(structured.holes[0]).toMatchObject({ hole: 1, of: 'theorem one', goal: 'n : Nat\n⊢ n = n' });
    expect(text).toContain('#1 at 2:3  theorem one\n  n : Nat\n  ⊢ n = n');
    await client.close();
  }, 60_000);
});

describe.each(PROTOCOLS)('prove with a fake Lean, protocol %s', (version) => {
  it('returns a diff that fills the holes, writes nothing, and sends progress', async (context) => {
    const { client } = await withFakeLean(context, version);
    const path = join(folder, 'Two.lean');
    writeFileSync(path, TWO);
    const received: number[] = [];
    const { isError, text, structured } = await call(
      client,
      'prove',
      { file: 'Two.lean', mode: 'cold' },
      { onprogress: ({ progress }) => void received.push(progress) },
    );
    expect([isError, readFileSync(path, 'utf8')]).toEqual([false, TWO]);
    expect(structured).toMatchObject({
      exit: 'done',
      filled: 2,
      open: 0,
      audited: true,
      run: expect.stringMatching(/^\d{8}-\d{6}-/),
      holes: [
        { hole: 1, line: 2, of: 'theorem one', state: 'filled', candidate: 'rfl' },
        { hole: 2, line: 4, state: 'filled' },
      ],
    });
    expect(structured.diff).toContain('--- a/Two.lean\n+++ b/Two.lean\n');
    expect(text).toMatch(
      /^2 of 2 holes filled, judged by audit, 2 attempts, run \S+\.\n#1 at line 2 .* filled by rfl\n/,
    );
    expect(text).toContain('\n-  sorry\n+  rfl\n');
    expect(received.length).toBeGreaterThan(0);
    expect(received).toEqual(received.toSorted((a, b) => a - b));
    const posted = await call(client, 'prove', { text: TWO, hole: 2, mode: 'cold' });
    expect(posted.structured.diff).toContain('--- a/text\n+++ b/text\n');
    expect(posted.structured.holes).toHaveLength(1);
    await client.close();
  }, 60_000);

  it('stops the proof and all its processes if the call is cancelled', async (context) => {
    const { client } = await withFakeLean(context, version);
    const text = `-- when assumption: hang\n-- when rfl: error\n${TWO}`;
    const stop = new AbortController();
    const called = call(client, 'prove', { text, mode: 'cold' }, { signal: stop.signal });
    const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));
    for (let waited = 0; waited < 30_000 && hanging().length === 0; waited += 50) await sleep(50);
    expect(hanging()).not.toEqual([]);
    stop.abort(new Error('cancelled'));
    await expect(called).rejects.toThrow();
    for (let waited = 0; waited < 10_000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
    expect(processesUnder(folder)).toEqual([]);
    // The server handles the next call.
    expect((await call(client, 'holes', { text: TWO })).structured.count).toBe(2);
    await client.close();
  }, 60_000);
});

it('lemmahead mcp leaves no process if stdin is closed during a proof', async (context) => {
  const { client, pid } = await withFakeLean(context, '2025-06-18');
  const text = `-- when assumption: hang\n-- when rfl: error\n${TWO}`;
  const called = call(client, 'prove', { text, mode: 'cold' }).catch(() => null);
  const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));
  for (let waited = 0; waited < 30_000 && hanging().length === 0; waited += 50) await sleep(50);
  await client.close();
  await called;
  for (let waited = 0; waited < 10_000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
  expect(processesUnder(folder)).toEqual([]);
  expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
}, 60_000);

it('lemmahead mcp stops a proof at the time limit of the server, even if the call requests more', async (context) => {
  const { client } = await withFakeLean(context, '2025-06-18', ['--max-time', '3']);
  const text = `-- when assumption: hang\n-- when rfl: error\n${TWO}`;
  const { structured } = await call(client, 'prove', { text, mode: 'cold', max_time: 3600 });
  expect(structured).toMatchObject({ exit: 'budget', stopped_by: 'time', filled: 0 });
  expect(structured.next).toContain('max_time');
  await client.close();
}, 60_000);

describe('MCP tools with a real Lean', () => {
  it('return goals, check files, and prove with a lemma of the project', async (context) => {
    const env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
    cpSync(GRID, folder, { recursive: true });
    await trustLean(env.LEMMAHEAD_HOME, folder, env);
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { client, stderr } = await overStdio('2026-07-28', { args: LIMITS, cwd: folder, env });
    const goals = await call(client, 'holes', { file: 'Grid.lean' });
    expect(goals.structured.holes[2].goal).toBe('m n : Nat\n⊢ area m n + area m n = area n m + area m n');
    const goal = await call(client, 'goal', { file: 'Grid.lean', line: 18 });
    expect(goal.text).toBe('before:\n  ⊢ area 2 3 = 6\nafter the line: no goals');
    const tried = await call(client, 'try', {
      ...{ file: 'Grid.lean', line: 18, column: 3 },
      attempts: ['rfl', 'skip', 'exact area_turned 2 2', 'have : 1 = 1 := sorry\nrfl'],
    });
    expect(tried.text.split('\n').filter((line) => line.includes('→'))).toEqual([
      'rfl  →  closes the goal',
      'skip  →  leaves 1 goal',
      'exact area_turned 2 2  →  fails: type mismatch',
      'have : 1 = 1 := sorry rfl  →  closes the goal (with sorry)',
    ]);
    const run = await call(client, 'run', { snippet: '#eval 6 * 7' });
    expect(run.text).toBe('1:1: information: 42');
    const stop = new AbortController();
    const looping = call(client, 'run', { snippet: LOOP }, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 1000);
    await expect(looping).rejects.toThrow('enough');
    expect((await call(client, 'run', { snippet: '#eval 1' })).text).toBe('1:1: information: 1');
    // A cancelled call is no bug.
    expect(stderr()).not.toContain('enough');
    const check = await call(client, 'check', { file: 'Grid.lean' });
    expect(check.structured).toMatchObject({ verdict: 'unfinished', proved: ['Grid.area_turned'] });
    const prove = await call(client, 'prove', { file: 'Grid.lean' });
    expect(prove.structured).toMatchObject({ exit: 'done', filled: 3, audited: true });
    expect(prove.structured.diff).toMatch(/^\+ {2}\w+ \[area_turned\b.*\]$/m);
    const wrong = await call(client, 'check', { text: 'theorem t : 1 = 2 := rfl' });
    expect(wrong.structured).toMatchObject({ verdict: 'rejected', by: 'lean' });
    const other = await call(client, 'check', {
      text: 'theorem t : 2 = 2 := rfl',
      against_text: 'theorem t : 1 = 1 := sorry',
    });
    expect(other.structured).toMatchObject({ exit: 'refused', verdict: 'rejected', by: 'audit' });
    expect(other.text).toContain('next: Add only the proofs to the original');
    await client.close();
  }, 180_000);
});
