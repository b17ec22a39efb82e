import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLeanCommand, runLean } from '../../src/lean/lean-command.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-grid-'));
  cpSync(GRID, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (): string => readFileSync(join(folder, 'Grid.lean'), 'utf8');

describe('prove on a real Lean', () => {
  it('fills three holes, one of them by a retrieved lemma, and shows the diff', (context) => {
    const env = oldLean(context);
    const before = source();
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { status, stdout, stderr } = lemmahead(['prove', 'Grid.lean'], { cwd: folder, env });
    expect(stderr).toContain('retrieval query: m n : Nat ⊢ area m n + area m n = area n m + area m n');
    expect(stderr).toMatch(/brought: .*Grid\.area_turned/);
    expect(stderr).not.toMatch(/brought: .*Grid\.area_of_both/);
    expect(status).toBe(0);
    expect(stdout).toContain('+  rfl\n');
    expect(stdout).toMatch(/^\+ {2}\w+ \[area_turned\]$/m);
    expect(stdout).toContain('3 of 3 holes filled');
    expect(stdout).toContain('compiles, not audited');
    expect(source()).toBe(before);
  }, 120_000);

  it('leaves the hole that needs the lemma open without retrieval, with or without an index', (context) => {
    const env = oldLean(context);
    const none = lemmaheadJson(['prove', 'Grid.lean', '-k', '0'], { cwd: folder, env });
    expect(none).toMatchObject({
      status: 1,
      json: { filled: 2, open: 1, holes: [{}, {}, { state: 'open', lemma: null }] },
    });
  }, 120_000);

  it('writes a file that Lean finds no error and no sorry in', async (context) => {
    const env = oldLean(context);
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
    const { status, json } = lemmaheadJson(['prove', 'Grid.lean', '--write'], { cwd: folder, env });
    expect([status, json.written, json.holes[2].lemma]).toEqual([0, true, 'Grid.area_turned']);
    expect(readdirSync(folder).toSorted()).toEqual(['.lemmahead', 'Grid.lean', 'lakefile.toml']);
    expect(source()).toContain('-- not a sorry: the one below is');
    const lean = findLeanCommand({ lakeCommand: 'lake', projectRoot: folder, folder, environment: env });
    const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
    const run = await runLean(lean, join(folder, 'Grid.lean'), limits);
    expect(run).toEqual({ kind: 'done', exitCode: 0, messages: { diagnostics: [], noise: [] } });
    const again = lemmahead(['prove', 'Grid.lean'], { cwd: folder, env });
    expect([again.status, again.stdout]).toEqual([0, 'Grid.lean has no sorry.\n']);
  }, 120_000);

  it('ends at Ctrl-C with no process left and the file as it was', async (context) => {
    const env = {
      ...oldLean(context),
      HOME: folder,
      LEMMAHEAD_HOME: join(folder, 'home'),
      NO_COLOR: '1',
      TMPDIR: folder,
    };
    const before = source();
    const child = spawn(process.execPath, [MAIN, 'prove', 'Grid.lean', '--write', '--verbose'], { cwd: folder, env });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    for (let waited = 0; waited < 30_000 && !words.includes('attempt 4'); waited += 20) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(source()).toBe(before);
    for (let waited = 0; waited < 5000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
    expect(processesUnder(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('lemmahead-check-'))).toEqual([]);
  }, 60_000);
});

/** Command lines of living processes that name the folder: Lean and Lake on a scratch file below it. */
function processesUnder(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(path));
}
