/** Checks and proofs of files and texts over HTTP with a real Lean. */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { processesUnder } from '../cli/processes-under.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { expectCleanEnd, type ServeProcess, startServe } from './serve-process.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-lean-'));
const home = mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
let env: Record<string, string>;
let server: ServeProcess | null = null;

async function start(context: TestContext): Promise<ServeProcess> {
  if (server !== null) return server;
  env = { ...oldLean(context), LEMMAHEAD_HOME: home, TMPDIR: tmpdir() };
  await trustLean(env['LEMMAHEAD_HOME']!, folder, env);
  expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
  return (server = await startServe(['--require-sandbox', 'limits'], { cwd: folder, env }));
}
beforeAll(() => cpSync(GRID, folder, { recursive: true }));
let before: string;
beforeEach(() => (before = readFileSync(join(folder, 'Grid.lean'), 'utf8')));
afterAll(async () => {
  if (server !== null) {
    expectCleanEnd(await server.stop());
    expect(processesUnder(folder)).toEqual([]);
  }
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

const posted = (): string[] => {
  const at = join(folder, '.lemmahead', 'posted');
  return existsSync(at) ? readdirSync(at) : [];
};

describe('the server with a real Lean', () => {
  it('returns the same check report for a file and for its text as the command', async (context) => {
    const { post } = await start(context);
    const { json } = lemmaheadJson(['check', 'Grid.lean'], { cwd: folder, env });
    const [file, text] = [await post('/check', { file: 'Grid.lean' }), await post('/check', { text: before })];
    expect(file.json).toEqual({ ...json, exit: 'no', warnings: [] });
    // Only the file name differs.
    expect(JSON.parse(text.text.replaceAll('Posted.lean', 'Grid.lean'))).toEqual(file.json);
    const good = await post('/check', { text: 'theorem one : 1 = 1 := rfl\n', decl: 'one' });
    expect([good.status, good.json.accepted, good.json.exit]).toEqual([200, true, 'done']);
    const bad = await post('/check', { text: 'theorem one : 1 = 2 := rfl\n' });
    expect([bad.status, bad.json.files[0].verdict, bad.json.exit]).toEqual([200, 'rejected', 'no']);
    expect(posted()).toEqual([]);
  }, 120_000);

  it('checks a statement and compares two, from files and texts', async (context) => {
    const { post } = await start(context);
    const wrong = await post('/statement', { text: 'theorem t (a b : Nat) : a - b + b = a := sorry\n' });
    expect([wrong.status, wrong.json.exit]).toEqual([200, 'no']);
    expect(wrong.json.statements).toMatchObject([{ name: 't', verdict: 'unfaithful', judgement: null }]);
    const pair = {
      text: 'theorem a (f : Nat → Nat) (h : ∀ x, f (f x) = f x + x) : ∀ p : Nat × Nat, f p.1 = f p.2 → p.1 = p.2 := sorry\n',
      against_text:
        'theorem b (f : Nat → Nat) (h : ∀ x, f (f x) = f x + x) (a b : Nat) (e : f a = f b) : a = b := sorry\n',
    };
    const compared = await post('/statement', { ...pair, compare: true });
    expect(compared.json).toMatchObject({ schema: 'lemmahead/statement-compare@1', level: 'equivalent', exit: 'done' });
    expect((await post('/statement', { text: pair.text, compare: true })).json.code).toBe('bad-request');
    expect((await post('/statement', { text: pair.text, against: '/etc/hostname' })).json.code).toBe('path-outside');
    const refused = await post('/statement', { text: `axiom cheat : False\n${pair.text}` });
    expect(refused.json.code).toBe('statement-refused');
    expect(posted()).toEqual([]);
  }, 120_000);

  it('returns the goals of holes', async (context) => {
    const { post } = await start(context);
    const { json } = await post('/holes', { text: 'theorem one (n : Nat) : n = n := by\n  sorry\n', goals: true });
    expect(json.holes).toMatchObject([{ declaration: 'one', goal: 'n : Nat\n⊢ n = n' }]);
  }, 120_000);

  it('proves a file and its text with a retrieved lemma, and emits events', async (context) => {
    const { post, get } = await start(context);
    const jobs = [await post('/prove', { file: 'Grid.lean' }), await post('/prove', { text: before, hole: 3 })];
    expect(jobs.map(({ status }) => status)).toEqual([202, 202]);
    const [file, text] = await Promise.all(
      jobs.map(async ({ json: { id } }) => {
        const events = (await get(`/prove/${id}/events`)).text;
        expect(events).toMatch(/^id: 1\nevent: run_asked\n/mu);
        expect(events).toMatch(/\nevent: attempt\n/u);
        expect(events).not.toContain('posted/');
        expect(events).toMatch(/\nevent: end\ndata: \{.*"state":"done"/u);
        return (await get(`/prove/${id}`)).json.result;
      }),
    );
    expect(file).toMatchObject({ filled: 3, open: 0, written: false, exit: 'done', file: 'Grid.lean' });
    expect(file.holes[2].lemmas).toEqual(['Grid.area_turned']);
    expect(text).toMatchObject({ filled: 1, written: false, exit: 'done' });
    expect(text.holes[2]).toMatchObject({ state: 'filled', lemmas: ['Grid.area_turned'] });
    expect(readFileSync(join(folder, 'Grid.lean'), 'utf8')).toBe(before);
    expect(posted()).toEqual([]);
    const runs = lemmaheadJson(['runs', 'list'], { cwd: folder, env });
    expect(runs.json.runs.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([file.run, text.run]));
  }, 240_000);
});
