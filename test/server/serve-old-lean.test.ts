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
    // Without its goal, the next tactic fails for another reason.
    const middle = 'theorem two (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  apply And.intro\n  sorry\n  exact hq\n';
    const { json: inMiddle } = await post('/holes', { text: middle, goals: true });
    expect(inMiddle.holes[0].goal).toBe('p q : Prop\nhp : p\nhq : q\n⊢ p');
    expect(json.holes).toMatchObject([{ declaration: 'one', goal: 'n : Nat\n⊢ n = n' }]);
  }, 120_000);

  it('shows goals, tries tactics and runs snippets from a warm server, without changing files', async (context) => {
    const { post, get } = await start(context);
    const goal = await post('/goal', { file: 'Grid.lean', line: 18 });
    expect(goal.json).toMatchObject({ exit: 'done', before: ['⊢ area 2 3 = 6'], after: [], errors: [] });
    const attempts = ['rfl', 'skip', 'exact area_turned 2 2', 'exact fits_and_fills'];
    const tried = await post('/try', { file: 'Grid.lean', line: 18, attempts });
    expect(tried.json.attempts.map(({ state }: { state: string }) => state)).toEqual([
      ...['closes', 'leaves', 'fails', 'fails'],
    ]);
    const failing = await post('/try', { text: before, line: 18, attempts: ['exact area_turned 2 2'] });
    expect(failing.json).toMatchObject({ exit: 'no', attempts: [{ errors: [{ what: 'type_mismatch' }] }] });
    const run = await post('/run', { snippet: '#check area_turned\n#eval area 2 3', file: 'Grid.lean', line: 20 });
    expect(run.json.messages).toMatchObject([
      { line: 1, severity: 'information', text: expect.stringContaining('area_turned : ∀') },
      { line: 2, severity: 'information', text: '6' },
    ]);
    const alone = await post('/run', { snippet: 'theorem t : 1 = 2 := rfl' });
    expect(alone.json).toMatchObject({ exit: 'no', messages: [{ line: 1, severity: 'error' }] });
    const unknown = await post('/run', { snippet: 'import Nowhere' });
    expect(unknown.json.reason).toMatch(/^No package of the project at .* has a module 'Nowhere'/u);
    const nowhere = await post('/run', { snippet: '#eval 1', line: 3 });
    expect(nowhere.json).toMatchObject({ code: 'bad-request', message: 'The request has a line, but no file.' });
    const diagnostics = await post('/diagnostics', { file: 'Grid.lean' });
    expect(diagnostics.json.messages.map(({ line }: { line: number }) => line)).toEqual([18, 20, 24]);
    const hover = await post('/hover', { file: 'Grid.lean', line: 17, column: 25 });
    expect(hover.json.text).toContain('How many unit squares');
    const outline = await post('/outline', { text: before });
    expect(outline.json.declarations).toHaveLength(5);
    const uses = await get('/references/Grid.area_turned?limit=5');
    expect(uses.json).toMatchObject({ exit: 'no', declarations: 0 });
    expect((await post('/goal', { file: 'Grid.lean', line: 99 })).json.code).toBe('place-outside');
    expect((await post('/goal', { file: '../Grid.lean', line: 1 })).json.code).toBe('path-outside');
    expect((await post('/try', { file: 'Grid.lean', line: 18, attempts: [] })).json.code).toBe('bad-request');
    expect(readFileSync(join(folder, 'Grid.lean'), 'utf8')).toBe(before);
    expect(posted()).toEqual([]);
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
