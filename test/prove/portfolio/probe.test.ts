import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../../src/lean/message/diagnostics.ts';
import type { LeanInstallation } from '../../../src/lean/toolchain/toolchain.ts';
import { probeFile, tacticProbe } from '../../../src/prove/portfolio/probe.ts';
import { TACTIC_NAMES } from '../../../src/prove/portfolio/tactics.ts';
import type { LeanEnd } from '../../../src/verify/trial/cold.ts';

const error = (line: number, text: string) => diagnosticOf({ severity: 'error', line, column: 4, text });

/** Line of a tactic's example after a header of `above` lines. */
const lineOf = (name: string, above = 1): number => above + 1 + 2 * TACTIC_NAMES.indexOf(name);

describe('probeFile', () => {
  it.each([
    ['the old wording', 'unknown tactic', 0],
    ['an error at a known part of its name', "unexpected token '?'; expected command", 0],
    ['a parse error at the next command', 'unexpected token; expected tactic', 1],
    ['a missing implementation', 'tactic ‹x› has not been implemented', 0],
  ])('detects an unknown tactic by %s', (_, text, below) => {
    const message = text.replaceAll(/[‹›]/g, "'");
    const known = probeFile('import A').read([error(lineOf('omega') + below, message)]);
    expect(TACTIC_NAMES.filter((name) => !known.includes(name))).toEqual(['omega']);
  });

  it('distinguishes a failing tactic from an unknown one', () => {
    const known = probeFile('').read([
      error(lineOf('ring'), 'ring failed, ring expressions not equal\n⊢ True'),
      error(lineOf('simp'), 'simp made no progress'),
      error(lineOf('assumption'), "tactic 'assumption' failed"),
    ]);
    expect(known).toEqual(TACTIC_NAMES);
  });

  it('uses only the header of the file', () => {
    const { text } = probeFile('-- words\nimport A\nimport B\n\ntheorem t : p := sorry');
    expect(text.startsWith('-- words\nimport A\nimport B\nexample : True := by rfl\n')).toBe(true);
    expect(text).not.toContain('theorem');
  });
});

describe('tacticProbe', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lemmahead-probe-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function probe(end: (text: string) => LeanEnd) {
    const runs: string[] = [];
    const installation = { lean: process.execPath, options: [], version: { text: 'v' } } as unknown as LeanInstallation;
    const run = (text: string): Promise<LeanEnd> => {
      runs.push(text);
      return Promise.resolve(end(text));
    };
    const { signal } = new AbortController();
    return { runs, make: () => tacticProbe({ lean: { run }, installation, cacheFolder: folder, signal }) };
  }

  it('asks once per header and caches the answer for later runs', async () => {
    const { runs, make } = probe(() => ({ kind: 'ended', diagnostics: [error(lineOf('grind'), 'unknown tactic')] }));
    const first = make();
    expect((await first('import A\nexample : p := sorry')).has('grind')).toBe(false);
    expect((await first('import A\n\nexample : q := sorry')).has('simp')).toBe(true);
    expect((await make()('import A')).has('grind')).toBe(false);
    expect(runs).toHaveLength(1);
    await first('import B');
    expect(runs).toHaveLength(2);
  });

  it('treats all tactics as available and caches nothing if Lean gives no answer', async () => {
    const { runs, make } = probe(() => ({ kind: 'stopped', why: 'timedOut', detail: '', diagnostics: [] }));
    expect((await make()('')).size).toBe(TACTIC_NAMES.length);
    await make()('');
    expect(runs).toHaveLength(2);
  });
});
