import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { BINARY } from '../binary.ts';
import { processesUnder } from '../cli/processes-under.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-grid-'));
  cpSync(GRID, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A separate home in which the self-test counts as passed. */
async function environment(context: TestContext): Promise<Record<string, string>> {
  const env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
  return env;
}

const source = (): string => readFileSync(join(folder, 'Grid.lean'), 'utf8');

describe('prove on a real Lean', () => {
  it('fills three holes, one with a retrieved lemma, and shows the diff', async (context) => {
    const env = await environment(context);
    const before = source();
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { status, stdout, stderr } = lemmahead(['prove', 'Grid.lean'], { cwd: folder, env });
    expect(stderr).toContain('retrieval query: m n : Nat ⊢ area m n + area m n = area n m + area m n');
    expect(stderr).toMatch(/retrieved: .*Grid\.area_turned/);
    expect(stderr).not.toMatch(/retrieved: .*Grid\.area_of_both/);
    expect(status).toBe(0);
    expect(stdout).toContain('+  rfl\n');
    expect(stdout).toMatch(/^\+ {2}\w+ \[area_turned\b.*\]$/m);
    expect(stdout).toContain('3 of 3 holes filled');
    expect(stdout).toContain('Verified by audit: the full file was compared with the original.');
    expect(source()).toBe(before);
    // Everything that Lean said is on record.
    const { LEMMAHEAD_HOME } = env;
    const replay = ['runs', 'replay', 'last', '--without-lean'];
    const replayed = lemmahead(replay, {
      cwd: folder,
      env: { LEMMAHEAD_HOME: LEMMAHEAD_HOME!, PATH: '/usr/bin:/bin' },
    });
    expect(replayed.status, replayed.stderr).toBe(0);
    expect(replayed.stdout).toContain('3 of 3 holes filled');
    expect(replayed.stdout).toContain('The verdicts are those on record; Lean checked nothing again.');
    expect(replayed.stdout).toMatch(/The result is the same as in run \d/);
  }, 120_000);

  it('cites no lemma without retrieval', async (context) => {
    const env = await environment(context);
    const { json } = lemmaheadJson(['prove', 'Grid.lean', '-k', '0', '--max-attempts', '90'], { cwd: folder, env });
    expect(json.holes.map(({ lemmas }: { lemmas: string[] }) => lemmas)).toEqual([[], [], []]);
    expect(json.diff).toContain('+');
    expect(json.diff).not.toMatch(/^\+.*area_turned/m);
  }, 120_000);

  it('writes a file without errors and sorry', async (context) => {
    const env = await environment(context);
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { status, json } = lemmaheadJson(['prove', 'Grid.lean', '--in-place'], { cwd: folder, env });
    expect([status, json.written, json.holes[2].lemmas]).toEqual([0, true, ['Grid.area_turned']]);
    expect(readdirSync(folder).toSorted()).toEqual(['.lemmahead', 'Grid.lean', 'home', 'lakefile.toml']);
    expect(source()).toContain('-- not a sorry: the one below is');
    const checked = lemmaheadJson(['check', 'Grid.lean'], { cwd: folder, env });
    expect(checked).toMatchObject({ status: 0, json: { accepted: true, files: [{ findings: [] }] } });
    const again = lemmahead(['prove', 'Grid.lean'], { cwd: folder, env });
    expect([again.status, again.stdout]).toEqual([0, 'Grid.lean has no sorry.\n']);
  }, 120_000);

  it('fills a hole with a lemma that has a sorry, and reports it as conditional', async (context) => {
    const env = await environment(context);
    const law = '(a : Nat) : hidden a = hidden (a + 1) := sorry';
    writeFileSync(
      join(folder, 'Grid.lean'),
      `constant hidden : Nat → Nat\n\ntheorem hard ${law}\n\ntheorem easy ${law}\n`,
    );
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { status, json } = lemmaheadJson(['prove', 'Grid.lean', '--decl', 'easy', '--in-place'], {
      cwd: folder,
      env,
    });
    expect([status, json.filled, json.conditional, json.open]).toEqual([1, 1, 1, 0]);
    expect(json.holes[1]).toMatchObject({ state: 'filled', lemmas: ['hard'], conditional: ['hard'], axioms: [] });
    expect(source()).toContain(`theorem hard ${law}\n`);
    const { stdout } = lemmahead(['check', 'Grid.lean'], { cwd: folder, env });
    expect(stdout).toMatch(/\? theorem {2}easy +proved, but depends on a sorry elsewhere; /);
  }, 240_000);

  it('ends at Ctrl-C without processes and with the file unchanged', async (context) => {
    const env = {
      ...(await environment(context)),
      HOME: folder,
      NO_COLOR: '1',
      TMPDIR: folder,
    };
    const before = source();
    const child = spawn(process.execPath, [BINARY, 'prove', 'Grid.lean', '--in-place', '--verbose'], {
      cwd: folder,
      env,
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    for (let waited = 0; waited < 30_000 && !stderr.includes('attempt 4'); waited += 20) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(source()).toBe(before);
    for (let waited = 0; waited < 5000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
    expect(processesUnder(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('lemmahead-'))).toEqual([]);
  }, 60_000);
});
