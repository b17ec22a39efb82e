import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLeanCommand } from '../../src/lean/lean-command.ts';
import { openChecker, type Checker } from '../../src/verify/check.ts';
import { findHoles } from '../../src/verify/holes.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { fakeLean, type FakeLean } from './fake-lean.ts';

let folder: string;
let fake: FakeLean;
let checker: Checker;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-check-test-'));
  fake = fakeLean(folder);
});
afterEach(async () => {
  await checker.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(timeoutMs = 20_000, signal = new AbortController().signal): Promise<void> {
  const environment = { PATH: fake.bin };
  const lean = findLeanCommand({ lakeCommand: 'lake', projectRoot: null, folder, environment });
  checker = await openChecker({ lean, fileName: 'File.lean', timeoutMs, signal });
}

async function verdictOn(text: string, candidate: string, at = 0): Promise<Verdict> {
  const hole = findHoles(text)[at];
  if (hole === undefined) throw new Error('no such hole');
  return (await checker.check(text, hole, { kind: 'tactic', text: candidate })).verdict;
}

const ONE = 'theorem one : 1 = 1 := by\n  sorry\n';

describe('check', () => {
  it('accepts what Lean ends on without an error', async () => {
    await open();
    expect(await verdictOn(ONE, 'rfl')).toEqual({ kind: 'accepted', level: 'compiles' });
  });

  it('rejects what Lean finds an error in, and says which', async () => {
    await open();
    expect(await verdictOn(ONE, 'exact @error')).toMatchObject({
      kind: 'rejected',
      by: 'lean',
      diagnostics: [{ severity: 'error', line: 2, text: 'type mismatch' }],
    });
  });

  it('asks Lean nothing where the gate refuses', async () => {
    await open();
    expect(await verdictOn(ONE, 'exact sorry')).toEqual({
      kind: 'rejected',
      by: 'gate',
      reason: "'sorry' leaves a hole",
    });
    expect(existsSync(fake.calls)).toBe(false);
  });

  it('rejects where the declaration still rests on a sorry, though the exit code is 0', async () => {
    await open();
    // The fake calls any line with the word a sorry, also one that the gate takes for a string.
    const verdict = await verdictOn(ONE, 'exact f " sorry "');
    expect(verdict).toMatchObject({ kind: 'rejected', by: 'lean', diagnostics: [{ class: 'declaration_uses_sorry', line: 2 }] });
  });

  it('lets the holes of other declarations be, and further ones of the same', async () => {
    await open();
    const two = `${ONE}\ntheorem two : 2 = 2 := by\n  sorry\n`;
    expect(await verdictOn(two, 'rfl', 0)).toMatchObject({ kind: 'accepted' });
    expect(await verdictOn(two, 'rfl', 1)).toMatchObject({ kind: 'accepted' });
    const both = 'theorem both : p ∧ q := ⟨by sorry,\n  by sorry⟩\n';
    expect(await verdictOn(both, 'rfl', 1)).toMatchObject({ kind: 'accepted' });
  });

  it('finds the sorry below a filling of many lines', async () => {
    await open();
    const verdict = await verdictOn(ONE, 'intro a\nintro b\nintro c\nexact f " sorry "');
    expect(verdict).toMatchObject({ kind: 'rejected', by: 'lean', diagnostics: [{ line: 5 }] });
  });

  it.each([
    ['exact @crash', { kind: 'unchecked', why: 'crashed', detail: expect.stringContaining('SIGSEGV') }],
    ['exact @flood', { kind: 'unchecked', why: 'tooMuchOutput' }],
    ['exact @silent', { kind: 'unchecked', why: 'crashed', detail: expect.stringContaining('no default toolchain') }],
    ['exact @lie', { kind: 'unchecked', why: 'crashed' }],
  ])('could not check: %s', async (candidate, verdict) => {
    await open();
    expect(await verdictOn(ONE, candidate)).toMatchObject(verdict);
  });

  it('gives no verdict where time runs out, and none where it was stopped', async () => {
    await open(1500);
    expect(await verdictOn(ONE, 'exact @hang')).toMatchObject({ kind: 'unchecked', why: 'timedOut' });
    await checker.close();
    await open(20_000, AbortSignal.timeout(1500));
    expect(await verdictOn(ONE, 'exact @hang')).toMatchObject({ kind: 'unchecked', why: 'cancelled' });
  });

  it('works in a scratch folder of its own and leaves none', async () => {
    await open();
    await verdictOn(ONE, 'rfl');
    const checked = readFileSync(fake.calls, 'utf8').trim();
    expect(checked).toMatch(/\/File\.lean$/);
    expect(dirname(checked)).not.toBe(folder);
    expect(readdirSync(folder)).toEqual(['bin']);
    await checker.close();
    expect(existsSync(dirname(checked))).toBe(false);
  });
});
