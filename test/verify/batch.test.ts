/** How a batch finds the failing candidate. The fake Lean, a Node script, prints messages as it reads, like a current Lean. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';
import { openBatch } from '../../src/verify/trial/batch.ts';
import type { CheckMode } from '../../src/verify/trial/check-mode.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';

/** A line with `wrong` is an error; `@hang` and `@crash` take effect at their line; `@swallow` suppresses messages up to the marker. */
const SCRIPT = `#!${process.execPath}
const { appendFileSync, readFileSync, writeSync } = require('node:fs');
const text = readFileSync(process.argv.at(-1), 'utf8');
appendFileSync(__dirname + '/runs', (text.match(/#check/g) ?? []).length + '\\n');
let isSwallowed = false;
const fail = (line, data) => {
  if (isSwallowed) return;
  writeSync(1, JSON.stringify({ severity: 'error', pos: { line, column: 0 }, data }) + '\\n');
  process.exitCode = 1;
};
for (const [at, line] of text.split('\\n').entries()) {
  const name = /^#check (\\S+)/.exec(line)?.[1];
  if (name !== undefined) { fail(at + 1, 'unknown identifier ' + name); isSwallowed = false; }
  if (line.includes('wrong')) fail(at + 1, 'unknown identifier wrong');
  if (line.includes('@swallow')) isSwallowed = true;
  if (line.includes('@crash')) process.kill(process.pid, 'SIGKILL');
  if (line.includes('@hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
`;

let folder: string;
let batch: CheckMode;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-batch-'));
  const lean = join(folder, 'lean');
  writeFileSync(lean, SCRIPT);
  chmodSync(lean, 0o755);
  const installation: LeanInstallation = {
    ...{ lean, lake: null, options: [], projectRoot: null, toolchain: null, searchPath: [], readable: [] },
    ...{ version: { text: '', major: 4, minor: 30, patch: 0, generation: 'current' }, environment: {} },
  };
  batch = await openBatch({ installation, sandbox: 'none', timeoutMs: 4000, memoryBytes: null, size: 4 });
});
afterEach(async () => {
  await batch.close();
  rmSync(folder, { recursive: true });
});

const TEXT = 'theorem t : True := by\n  sorry\n';

/** The hints, and the number of candidates in each run; 0 for a single one. */
async function outcome(candidates: string[]): Promise<{ hints: string[]; runs: number[] }> {
  const [hole] = findHoles(TEXT);
  const tactics = candidates.map((text) => ({ kind: 'tactic' as const, text }));
  const hints = await batch.check(TEXT, hole as Hole, tactics, new AbortController().signal);
  const runs = join(folder, 'runs');
  return {
    hints: hints.map((hint) => (hint.kind === 'unchecked' ? hint.why : hint.kind)),
    runs: existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n').map(Number) : [],
  };
}

describe('the batch mode', () => {
  it('splits the candidates into batches of the given size', async () => {
    expect(await outcome(['a', 'wrong', 'b', 'c', 'd', 'wrong'])).toEqual({
      hints: ['compiles', 'fails', 'compiles', 'compiles', 'compiles', 'fails'],
      runs: [4, 2],
    });
  });

  it('checks candidates that are not self-contained separately', async () => {
    expect(await outcome(['a', 'b ⟨', 'wrong', 'end', 't', 'exact?'])).toEqual({
      hints: ['compiles', 'compiles', 'fails', 'compiles', 'compiles', 'compiles'],
      runs: [0, 0, 0, 0, 2],
    });
  });

  it('checks candidates without a clear result again, each separately', async () => {
    expect(await outcome(['a', 'b @swallow', 'wrong', 'c'])).toEqual({
      hints: ['compiles', 'compiles', 'fails', 'compiles'],
      runs: [4, 0, 0],
    });
  });

  it.each([
    ['@hang', 'timedOut'],
    ['@crash', 'crashed'],
  ])('finds the candidate after the last marker as the cause: %s', async (word, why) => {
    expect(await outcome(['a', 'wrong', `b ${word}`, 'c'])).toEqual({
      hints: ['compiles', 'fails', why, 'compiles'],
      runs: [4, 0, 0],
    });
  });

  it('bisects the batch if no marker was reported', async () => {
    expect(await outcome([`a @crash`, 'wrong', 'c', 'd'])).toEqual({
      hints: ['crashed', 'fails', 'compiles', 'compiles'],
      runs: [4, 2, 0, 0, 2],
    });
  });
});
