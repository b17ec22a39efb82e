import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import type { CheckMode, Hint } from '../../src/verify/trial/check-mode.ts';
import { openCold } from '../../src/verify/trial/cold.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { fakeLean, type FakeLean } from './fake-lean.ts';

let folder: string;
let fake: FakeLean;
let mode: CheckMode;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-cold-test-'));
  fake = fakeLean(folder);
  mode = await open();
});
afterEach(async () => {
  await mode.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(timeoutMs = 20_000, sandbox: SandboxLevel = 'none'): Promise<CheckMode> {
  return openCold({ installation: fake.installation, sandbox, timeoutMs, memoryBytes: null });
}

async function hintOn(text: string, candidate: string, at = 0, signal = new AbortController().signal): Promise<Hint> {
  const hole = findHoles(text)[at];
  if (hole === undefined) throw new Error('no such hole');
  const [hint] = await mode.check(text, hole, [{ kind: 'tactic', text: candidate }], signal);
  if (hint === undefined) throw new Error('no hint');
  return hint;
}

const ONE = 'theorem one : 1 = 1 := by\n  sorry\n';

describe('the cold mode', () => {
  it('reports compiles if Lean ends without an error', async () => {
    expect(await hintOn(ONE, 'rfl')).toEqual({ kind: 'compiles' });
  });

  it("reports Lean's errors", async () => {
    expect(await hintOn(ONE, 'exact @error')).toMatchObject({
      kind: 'fails',
      diagnostics: [{ severity: 'error', line: 2, text: 'type mismatch' }],
    });
  });

  it('reports fails if the declaration still has a sorry, although the exit code is 0', async () => {
    // The fake Lean reports a sorry at any line with this word, also in a string.
    expect(await hintOn(ONE, 'exact f " sorry "')).toMatchObject({
      kind: 'fails',
      diagnostics: [{ class: 'declaration_uses_sorry', line: 2 }],
    });
  });

  it('ignores the holes of other declarations, and other holes of the same declaration', async () => {
    const two = `${ONE}\ntheorem two : 2 = 2 := by\n  sorry\n`;
    expect(await hintOn(two, 'rfl', 0)).toEqual({ kind: 'compiles' });
    expect(await hintOn(two, 'rfl', 1)).toEqual({ kind: 'compiles' });
    const both = 'theorem both : p ∧ q := ⟨by sorry,\n  by sorry⟩\n';
    expect(await hintOn(both, 'rfl', 1)).toEqual({ kind: 'compiles' });
  });

  it('finds a sorry in the last line of a long filling', async () => {
    const hint = await hintOn(ONE, 'intro a\nintro b\nintro c\nexact f " sorry "');
    expect(hint).toMatchObject({ kind: 'fails', diagnostics: [{ line: 5 }] });
  });

  it.each([
    ['exact @crash', { kind: 'unchecked', why: 'crashed', detail: expect.stringContaining('SIGSEGV') }],
    ['exact @flood', { kind: 'unchecked', why: 'tooMuchOutput' }],
    ['exact @silent', { kind: 'unchecked', why: 'crashed', detail: expect.stringContaining('no default toolchain') }],
    ['exact @lie', { kind: 'unchecked', why: 'crashed' }],
    ['exact @sayNoMemory', { kind: 'unchecked', why: 'crashed', detail: expect.stringContaining('out of memory') }],
    ['exact @fillDisk', { kind: 'unchecked', why: 'tooMuchDisk' }],
  ])('reports unchecked for %s', async (candidate, hint) => {
    expect(await hintOn(ONE, candidate)).toMatchObject(hint);
  });

  it('does not trust a candidate that prints that the imports are missing', async () => {
    expect(await hintOn(ONE, 'exact @sayNoImport')).toMatchObject({ kind: 'fails' });
    expect(await hintOn(`import Mathlib.Unbuilt\n${ONE}`, 'rfl')).toMatchObject({ why: 'importsMissing' });
  });

  it('reports unchecked after a timeout and after an abort', async () => {
    expect(await hintOn(ONE, 'exact @hang', 0, AbortSignal.timeout(1500))).toMatchObject({ why: 'cancelled' });
    await mode.close();
    mode = await open(1500);
    expect(await hintOn(ONE, 'exact @hang')).toMatchObject({ kind: 'unchecked', why: 'timedOut' });
  });

  it('writes no other file', async () => {
    await hintOn(ONE, 'rfl');
    expect(readdirSync(folder)).toEqual(['bin']);
  });
});
