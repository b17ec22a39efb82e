/** When Lean checks a header, and which output counts. */
import { describe, expect, it } from 'vitest';
import { diagnosticOf, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import type { LeanEnd } from '../../src/verify/trial/cold.ts';
import { HeaderCheck } from '../../src/verify/trial/header-check.ts';

const SIGNAL = new AbortController().signal;

const missing = (line: number, column = 0): Diagnostic =>
  diagnosticOf({ severity: 'error', line, column, text: "unknown package 'Orchard'" });

/** A fake Lean that records its inputs and does not have the module `Orchard`. */
function lean(stopped?: LeanEnd): { check: HeaderCheck; inputs: string[] } {
  const inputs: string[] = [];
  const check = new HeaderCheck((text) => {
    inputs.push(text);
    const diagnostics = text.includes('Orchard') ? [missing(1)] : [];
    return Promise.resolve(stopped ?? { kind: 'ended', diagnostics });
  });
  return { check, inputs };
}

describe('HeaderCheck', () => {
  it('runs Lean on the header only, once per header', async () => {
    const { check, inputs } = lean();
    for (const proof of ['rfl', 'by simp']) {
      const text = `import Orchard\n\ntheorem t : 1 = 1 := ${proof}\n`;
      expect(await check.failure(text, [missing(1)], SIGNAL)).toEqual({
        why: 'importsMissing',
        detail: "unknown package 'Orchard'",
        place: { line: 1, column: 0 },
      });
    }
    expect(inputs).toEqual(['import Orchard']);
  });

  it('does not trust what the text prints', async () => {
    const { check, inputs } = lean();
    const text = `import Init\n#eval (throw (IO.userError "unknown package 'Orchard'") : IO Unit)\n`;
    expect(await check.failure(text, [missing(1)], SIGNAL)).toBe(null);
    expect(await check.failure(text.replace('import Init\n', ''), [missing(1)], SIGNAL)).toBe(null);
    expect(inputs).toEqual(['import Init', '']);
  });

  it('does not run Lean if no message is about the header, or if a text with this header has compiled', async () => {
    const { check, inputs } = lean();
    const text = 'import Orchard\ntheorem t : 1 = 1 := rfl\n';
    expect(await check.failure(text, [missing(2, 9)], SIGNAL)).toBe(null);
    check.recordSuccess(`-- the same imports\n${text}`);
    expect(await check.failure(text, [missing(1)], SIGNAL)).toBe(null);
    expect(inputs).toEqual([]);
  });

  it('does not cache the result if Lean was stopped', async () => {
    const { check, inputs } = lean({ kind: 'stopped', why: 'timedOut', detail: 'no answer', diagnostics: [] });
    const failure = { why: 'timedOut', detail: 'no answer', place: null };
    expect(await check.failure('import Orchard\n', [missing(1)], SIGNAL)).toEqual(failure);
    expect(await check.failure('import Orchard\n', [missing(1)], SIGNAL)).toEqual(failure);
    expect(inputs).toHaveLength(2);
  });
});
