import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmahead, lemmaheadJson } from '../../cli/spawn.ts';
import { oldLean } from '../../lean/old-lean.ts';
import { trustLean } from '../../verify/trusted-lean.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SET = [
  { name: 'zero', header: '', formal_statement: 'theorem zero (n : Nat) : n + 0 = n := by sorry' },
  { name: 'two', header: '', formal_statement: 'theorem two (p q : Prop) (h : p ∧ q) : q ∧ p := by\n  sorry' },
  { name: 'wrong', header: '', formal_statement: 'theorem wrong (m n : Nat) : m = n := by sorry' },
  { name: 'elsewhere', header: 'import Mathlib\n', formal_statement: 'theorem elsewhere : True := by sorry' },
];

describe('bench prove on a real Lean', () => {
  it('solves true problems, counts unchecked ones separately, and exports pairs that the judge accepts', async (context) => {
    const env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
    await trustLean(env.LEMMAHEAD_HOME, folder, env);
    writeFileSync(join(folder, 'set.jsonl'), SET.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const args = ['--dataset', 'set.jsonl', '--no-retrieval', '--out', 'out', '--problem-attempts', '150'];
    const { status, json } = lemmaheadJson(['bench', 'prove', ...args], { cwd: folder, env, timeoutMs: 200_000 });
    expect(status).toBe(0);
    const states = json.problems.map(({ name, results }: any) => [name, results[0].state]);
    expect(states.slice(0, 2)).toEqual([
      ['zero', 'solved'],
      ['two', 'solved'],
    ]);
    expect(['unsolved', 'stopped']).toContain(states[2][1]);
    expect(states[3]).toEqual(['elsewhere', 'unchecked']);
    expect(json.provenance.lean.version).toContain('4.0.0');
    for (const name of ['zero', 'two']) {
      const at = join('out', 'proofs', 'portfolio', name);
      expect(readFileSync(join(folder, at, 'filled.lean'), 'utf8')).not.toContain('sorry');
      const pair = [join(at, 'filled.lean'), '--against', join(at, 'original.lean')];
      expect(lemmahead(['check', ...pair], { cwd: folder, env }).status).toBe(0);
    }
  }, 240_000);
});
