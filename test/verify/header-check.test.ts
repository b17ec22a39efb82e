/** When Lean is asked about a header, and whose word counts. */
import { describe, expect, it } from 'vitest';
import { diagnosticOf, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import type { LeanEnd } from '../../src/verify/trial/cold.ts';
import { HeaderCheck } from '../../src/verify/trial/header-check.ts';

const SIGNAL = new AbortController().signal;

const missing = (line: number, column = 0): Diagnostic =>
  diagnosticOf({ severity: 'error', line, column, text: "unknown package 'Orchard'" });

/** Remembers what was asked; `Orchard` is not there. */
function lean(stopped?: LeanEnd): { check: HeaderCheck; asked: string[] } {
  const asked: string[] = [];
  const check = new HeaderCheck((text) => {
    asked.push(text);
    const diagnostics = text.includes('Orchard') ? [missing(1)] : [];
    return Promise.resolve(stopped ?? { kind: 'ended', diagnostics });
  });
  return { check, asked };
}

describe('whether it is the imports that failed', () => {
  it('is told from the header alone, which is asked about once', async () => {
    const { check, asked } = lean();
    for (const proof of ['rfl', 'by simp']) {
      const text = `import Orchard\n\ntheorem t : 1 = 1 := ${proof}\n`;
      expect(await check.failure(text, [missing(1)], SIGNAL)).toEqual({
        why: 'importsMissing',
        detail: "unknown package 'Orchard'",
        place: { line: 1, column: 0 },
      });
    }
    expect(asked).toEqual(['import Orchard']);
  });

  it('is not told from what the text prints', async () => {
    const { check, asked } = lean();
    const text = `import Init\n#eval (throw (IO.userError "unknown package 'Orchard'") : IO Unit)\n`;
    expect(await check.failure(text, [missing(1)], SIGNAL)).toBe(null);
    expect(await check.failure(text.replace('import Init\n', ''), [missing(1)], SIGNAL)).toBe(null);
    expect(asked).toEqual(['import Init', '']);
  });

  it('is not asked where no message is about the header, nor where a text with it has compiled', async () => {
    const { check, asked } = lean();
    const text = 'import Orchard\ntheorem t : 1 = 1 := rfl\n';
    expect(await check.failure(text, [missing(2, 9)], SIGNAL)).toBe(null);
    check.loads(`-- the same imports\n${text}`);
    expect(await check.failure(text, [missing(1)], SIGNAL)).toBe(null);
    expect(asked).toEqual([]);
  });

  it('is not known where Lean came to no end, and asked again', async () => {
    const { check, asked } = lean({ kind: 'stopped', why: 'timedOut', detail: 'no answer', diagnostics: [] });
    const failure = { why: 'timedOut', detail: 'no answer', place: null };
    expect(await check.failure('import Orchard\n', [missing(1)], SIGNAL)).toEqual(failure);
    expect(await check.failure('import Orchard\n', [missing(1)], SIGNAL)).toEqual(failure);
    expect(asked).toHaveLength(2);
  });
});
