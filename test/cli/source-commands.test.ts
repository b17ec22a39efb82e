/** `outline` and `references`, on a small project. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const HARBOUR = `import Harbour.Basic

namespace Harbour
/-- A «quay». -/
structure Quay where
  length : Nat

theorem depth : 1 = 1 := by
  sorry

lemma mooring (q : Quay) : q.length = q.length := by
  have := depth
  exact (Harbour.depth ▸ rfl)
end Harbour

open Harbour in
example : 1 = 1 := depth
theorem «𝓝 pier» : 1 = 1 := Harbour.depth
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-source-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
const folder = join(home, 'sources');

beforeAll(() => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'Harbour.lean'), HARBOUR);
  writeFileSync(join(folder, 'Empty.lean'), '-- nothing\n');
  expect(lemmahead(['index', 'build', '--root', `Harbour=${folder}`], { env }).status).toBe(0);
}, 60_000);

describe('outline', () => {
  test('lists declarations with their lines and sorrys', () => {
    const { status, json } = lemmaheadJson(['outline', 'Harbour.lean'], { env, cwd: folder });
    expect(status).toBe(0);
    expect(json.imports).toEqual(['Harbour.Basic']);
    expect(json.declarations.map((each: any) => [each.name, each.line, each.end_line, each.sorry])).toEqual([
      ['Harbour.Quay', 5, 6, 0],
      ['Harbour.depth', 8, 9, 1],
      ['Harbour.mooring', 11, 13, 0],
      ['𝓝 pier', 18, 18, 0],
    ]);
    const { stdout } = lemmahead(['outline', 'Harbour.lean'], { env, cwd: folder });
    expect(stdout).toContain('Harbour.lean:8: theorem depth : 1 = 1  1 sorry\n');
    expect(stdout).toMatch(/4 declarations\.\n$/);
  });

  test('of a file without declarations exits with 1, of no file with 2', () => {
    expect(lemmahead(['outline', 'Empty.lean'], { env, cwd: folder }).status).toBe(1);
    const { status, stderr } = lemmahead(['outline', 'None.lean'], { env, cwd: folder });
    expect([status, stderr]).toEqual([2, expect.stringContaining('None.lean does not exist')]);
  });
});

const SHORT = `def f (n : Nat) : Nat := n + n
theorem two : f 2 = 4 := rfl
theorem four : 4 = 4 := by
  have : f 2 = 4 := two
  rfl
def bound (f : Nat → Nat) : Nat := f 1
theorem bounds (f g : Nat → Nat) (h : ∀ n, f n = g n) : g 1 = f 1 := by
  exact (h 1).symm ▸ congrFun (funext h) 1
`;

describe('references', () => {
  test('tells a declaration with a name of one letter from variables', () => {
    const own = join(home, 'short');
    mkdirSync(own);
    writeFileSync(join(own, 'Short.lean'), SHORT);
    const shortEnv = { ...env, LEMMAHEAD_INDEX: join(home, 'short.sqlite') };
    expect(lemmahead(['index', 'build', '--root', `Short=${own}`], { env: shortEnv }).status).toBe(0);
    const { json } = lemmaheadJson(['references', 'f'], { env: shortEnv, cwd: own });
    expect(json.references.map(({ line, in: user }: any) => [line, user])).toEqual([
      [2, 'two'],
      [4, 'four'],
    ]);
    expect(json.notices).toEqual([expect.stringContaining('as short as a variable')]);
    const shown = lemmaheadJson(['show', 'two'], { env: shortEnv, cwd: own });
    expect(JSON.stringify(shown.json)).not.toContain('{f : _}');
  });

  test('lists the places that use a declaration', () => {
    const { status, json } = lemmaheadJson(['references', 'Harbour.depth'], { env, cwd: folder });
    expect([status, json.name, json.declarations, json.more]).toEqual([0, 'Harbour.depth', 2, 0]);
    expect(json.references).toEqual([
      { file: 'Harbour.lean', line: 12, column: 10, in: 'Harbour.mooring', text: 'have := depth' },
      { file: 'Harbour.lean', line: 13, column: 9, in: 'Harbour.mooring', text: 'exact (Harbour.depth ▸ rfl)' },
      {
        file: 'Harbour.lean',
        line: 18,
        column: 28,
        in: '𝓝 pier',
        text: 'theorem «𝓝 pier» : 1 = 1 := Harbour.depth',
      },
    ]);
    const { stdout } = lemmahead(['references', 'depth', '--limit', '1'], { env, cwd: folder });
    expect(stdout).toContain('Harbour.depth is used by 2 declarations.\nHarbour.lean:12:11: have := depth\n');
    expect(stdout).toContain('and 1 more declarations: --limit 2');
  });

  test('of an unused or unknown name exits with 1', () => {
    const unused = lemmahead(['references', 'Harbour.mooring'], { env });
    expect([unused.status, unused.stdout]).toEqual([1, 'The sources show no use of Harbour.mooring.\n']);
    const unknown = lemmahead(['references', 'Harbour.moored'], { env });
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('No declaration is named')]);
    expect(lemmahead(['references', 'Harbour.depth', '--module', 'Nowhere'], { env }).status).toBe(1);
  });
});
