/** The verdict `lean-checked` of `graph complete`: whether `check` accepts what formalizes the theorem. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { CALCULUS, rightCompletions } from './calculus-book.ts';
import { type GraphHome, makeHome, runGraph } from './run-graph.ts';

const LEAN = `theorem mean_value (a : Nat) : a = a := rfl

theorem positive_derivative (a b : Nat) : a + b = b + a := sorry

theorem extra : 1 = 1 := rfl
`;

let book: GraphHome;
let home: GraphHome;
let server: ModelServer;

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  book = makeHome({ calculus: CALCULUS });
  server = await startModelServer(rightCompletions);
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(book.folder, { recursive: true, force: true });
});

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-lean-checked-'));
  cpSync(book.folder, folder, { recursive: true });
  mkdirSync(join(folder, 'sources'));
  writeFileSync(join(folder, 'sources', 'Calculus.lean'), LEAN);
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
  home = { folder, env, library: join(folder, 'home', 'library.sqlite') };
  decide(['index', 'build', '--root', `Calculus=${join(folder, 'sources')}`]);
});
afterEach(() => rmSync(home.folder, { recursive: true, force: true }));

function decide(args: string[]): void {
  const { status, stderr } = lemmahead(args, { env: home.env, cwd: home.folder });
  if (status !== 0) throw new Error(stderr);
}

const accept = (label: string, name: string): void => decide(['graph', 'accept', label, name]);

/** A Lean whose self-test counts as passed. */
async function withLean(lean: Record<string, string>): Promise<void> {
  Object.assign(home.env, lean);
  await trustLean(home.env['LEMMAHEAD_HOME']!, join(home.folder, 'sources'), lean);
}

const withFakeLean = (): Promise<void> => withLean({ PATH: fakeLean(home.folder).bin });

async function complete(label: string, ...args: string[]) {
  const { status, report } = await runGraph(home, ['complete', label, ...args], server);
  const [{ verdict, declarations }] = report.entities;
  return { status, verdict, declarations, notices: report.notices };
}

describe('lean-checked', () => {
  it('is the verdict if `check` accepts the declaration of an accepted link', async () => {
    await withFakeLean();
    accept('thm:mean', 'mean_value');
    expect(await complete('thm:mean')).toEqual({
      ...{ status: 0, verdict: 'lean-checked', declarations: ['mean_value'], notices: [] },
    });
    const shown = lemmahead(['graph', 'show', 'thm:mean'], { env: home.env }).stdout;
    expect(shown).toContain('not checked by Lean or a person; the theorem is proved in Lean: mean_value');
  });

  it('is so with a real Lean', async (context) => {
    await withLean(oldLean(context));
    accept('thm:mean', 'mean_value');
    expect(await complete('thm:mean')).toMatchObject({ verdict: 'lean-checked', declarations: ['mean_value'] });
    accept('thm:positive', 'positive_derivative');
    expect((await complete('thm:positive')).verdict).toBe('self-checked');
  });

  it('is given after a later link if the run is undone and the theorem completed again', async () => {
    await withFakeLean();
    expect((await complete('thm:mean')).verdict).toBe('self-checked');
    accept('thm:mean', 'mean_value');
    const { json } = lemmaheadJson(['graph', 'runs'], { env: home.env });
    decide(['graph', 'undo', String(json.runs[0].id)]);
    expect((await complete('thm:mean')).verdict).toBe('lean-checked');
  });

  it('needs all declarations that formalize the theorem', async () => {
    await withFakeLean();
    accept('thm:mean', 'mean_value');
    accept('thm:mean', 'positive_derivative');
    const { verdict, declarations, notices } = await complete('thm:mean');
    expect([verdict, declarations]).toEqual(['self-checked', []]);
    const file = join(home.folder, 'sources', 'Calculus.lean');
    expect(notices).toEqual([`positive_derivative is not proved: lemmahead check ${file} --decl positive_derivative`]);
  });

  it.each([
    ['nobody linked the theorem', async () => accept('thm:rolle', 'mean_value'), []],
    ['the link was rejected', async () => decide(['graph', 'reject', 'thm:mean', 'mean_value']), []],
    [
      'the statement has changed since it was linked',
      async () => {
        accept('thm:mean', 'mean_value');
        const sources = join(home.folder, 'sources');
        writeFileSync(join(sources, 'Calculus.lean'), LEAN.replace('a = a', 'a + 0 = a'));
        decide(['index', 'build', '--root', `Calculus=${sources}`]);
      },
      ['The statement of mean_value has changed since it was linked.'],
    ],
  ])('is not, if %s', async (_, prepare, notices) => {
    await withFakeLean();
    await prepare();
    expect(await complete('thm:mean')).toMatchObject({ verdict: 'self-checked', declarations: [], notices });
  });

  it('is not without Lean, and the text is kept', async () => {
    accept('thm:mean', 'mean_value');
    const { status, verdict, notices } = await complete('thm:mean');
    expect([status, verdict]).toEqual([0, 'self-checked']);
    expect(notices).toEqual([expect.stringContaining('mean_value was not checked: Lean is not on this machine')]);
  });

  it('is not without an index, and with --check none Lean is not asked', async () => {
    await withFakeLean();
    accept('thm:mean', 'mean_value');
    expect(await complete('thm:mean', '--check', 'none')).toMatchObject({ verdict: 'self-checked', notices: [] });
    const { json } = lemmaheadJson(['graph', 'runs'], { env: home.env });
    decide(['graph', 'undo', String(json.runs[0].id)]);
    rmSync(home.env['LEMMAHEAD_INDEX']!);
    const { verdict, notices } = await complete('thm:mean');
    expect([verdict, notices]).toEqual(['self-checked', [expect.stringContaining('no index')]]);
  });
});
