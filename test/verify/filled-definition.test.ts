/** Filled definitions and helpers of proofs that the audit allows or refuses, on the real Lean of 2021. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, vi, type TestContext } from 'vitest';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { openJudge, type Judge } from '../../src/verify/audit/judge.ts';
import { oldLean } from '../lean/old-lean.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-definitions-'));
let judge: Judge | null = null;
afterAll(async () => {
  await judge?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The rules that `filled` violates; empty if accepted. */
async function against(context: TestContext, original: string, filled: string): Promise<string[]> {
  const signal = new AbortController().signal;
  const search = { lakeCommand: 'lake', elanHome: join(folder, 'no-elan'), folder, cacheFolder: null, signal };
  judge ??= await openJudge({
    installation: await findLean({ ...search, environment: oldLean(context) }),
    ...{ level: 'audit', sandbox: 'limits', allowedAxioms: [], allowNew: false, gate: false },
    ...{ timeoutMs: 60_000, memoryBytes: null, cacheFolder: inject('sharedAuditor'), signal },
  });
  const { verdict } = await judge.file(filled, original, null);
  if (verdict.kind === 'accepted') return [];
  if (verdict.kind === 'rejected' && verdict.by === 'audit') return verdict.findings.map(({ rule }) => rule);
  throw new Error(JSON.stringify(verdict));
}

const DEFINITION = 'def f (n : Nat) : Nat := if n = 0 then 100 else sorry\n';

describe('a definition with a hole', () => {
  it('may be filled in a term, in an arm of a match, or in a proof that Lean extracts from it', async (context) => {
    expect(await against(context, DEFINITION, DEFINITION.replace('sorry', 'n + 2'))).toEqual([]);
    const arms = 'def g : Nat → Nat × Nat\n  | 0 => (1, 2)\n  | n + 1 => (n, sorry)\n';
    expect(await against(context, arms, arms.replace('sorry', 'match n with | 0 => 3 | k => k'))).toEqual([]);
    const proof = 'def k (n : Nat) (h : n < 3) : Fin 3 := ⟨n, sorry⟩\n';
    expect(await against(context, proof, proof.replace('sorry', 'h'))).toEqual([]);
    expect(await against(context, proof, proof.replace('sorry', 'by exact h'))).toEqual([]);
    const instance = 'class Small (n : Nat) where\n  h : n < 3\n\ninstance : Small 2 := ⟨sorry⟩\n';
    expect(await against(context, instance, instance.replace('sorry', 'by decide'))).toEqual([]);
  });

  it('may not be changed outside its hole', async (context) => {
    expect(await against(context, DEFINITION, 'def f (n : Nat) : Nat := if n = 0 then 1 else 2\n')).toEqual(['value']);
    expect(await against(context, DEFINITION, 'def f (n : Nat) : Nat := 0\n')).toEqual(['value']);
    const arms = 'def g : Nat → Nat × Nat\n  | 0 => (1, 2)\n  | n + 1 => (n, sorry)\n';
    expect(await against(context, arms, arms.replace('sorry', '3').replace('(1, 2)', '(1, 1)'))).toEqual(['value']);
    const sum = 'def f (n : Nat) : Nat := if n = 0 then 50 + 50 else sorry\n';
    const hidden = `macro_rules | \`($a + $b) => \`((1 : Nat))\n\n${sum.replace('sorry', '2')}`;
    expect(await against(context, sum, hidden)).toContain('value');
  });

  it('that becomes recursive is refused like a changed one', async (context) => {
    const original = 'def g : Nat → Nat\n  | 0 => 1\n  | n + 1 => sorry\n';
    expect(await against(context, original, original.replace('sorry', 'g n * 2'))).toEqual(['value']);
  });
});

describe('a proof', () => {
  const original = 'theorem t (n : Nat) : 0 + n = n := by\n  sorry\n\ntheorem u : True := trivial\n';
  const helper = (value: string): string =>
    original.replace(
      'sorry',
      `let rec go : (k : Nat) → 0 + k = k\n    | 0 => rfl\n    | k + 1 => ${value}\n  exact go n`,
    );

  it('may declare its own helpers, under the same axiom rules', async (context) => {
    expect(await against(context, original, helper('congrArg Nat.succ (go k)'))).toEqual([]);
    expect(await against(context, original, helper('sorry'))).toContain('sorry');
  });

  it('may not declare anything outside its own namespace', async (context) => {
    const proof = original.replace('sorry', 'exact Nat.zero_add n');
    for (const name of ['u.go', 'tt', 'n.t']) {
      expect(await against(context, original, `${proof}\ntheorem ${name} : True := trivial\n`)).toEqual(['new']);
    }
    expect(await against(context, original, `${proof}\naxiom t.cheat : False\n`)).toContain('axiom');
  });
});
