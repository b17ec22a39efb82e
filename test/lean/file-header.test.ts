import { describe, expect, it } from 'vitest';
import { diagnosticOf, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import { headerErrorIn, headerOf } from '../../src/lean/file-header.ts';

function unknownPackage(line: number, column: number): Diagnostic {
  return diagnosticOf({ severity: 'error', line, column, text: "unknown package 'Orchard'" });
}

describe('headerOf', () => {
  it('is the same for the same imports, however they are written', () => {
    const header = headerOf('import Init import Orchard.Pear\ntheorem t : True := trivial');
    expect(header).toBe('import Init import Orchard.Pear');
    expect(headerOf('/- c -/ import Init\n-- import Barn\n\nimport Orchard.Pear\n\n#check 1')).toBe(header);
    expect(headerOf('module\npublic import Orchard\ndef a := 1')).toBe('module public import Orchard');
    expect(headerOf('theorem t : True := trivial')).toBe('');
  });

  it('reads the complete header, however long it is', () => {
    for (let padding = 3990; padding < 4140; padding += 3) {
      const comment = `/- ${'so '.repeat(padding / 3)}-/`;
      expect(headerOf(`import Init\n${comment}\nimport Orchard.Pear\n\n#check 1`)).toBe(
        'import Init import Orchard.Pear',
      );
      expect(headerOf(`${comment} import Init import Orchard.Pear\n/-! So. -/\n#check 1`)).toBe(
        'import Init import Orchard.Pear',
      );
    }
  });
});

describe('headerErrorIn', () => {
  const text =
    '/- Pears -/\nimport Init\nimport Orchard\n\ntheorem t : 1 = 1 := by fail "unknown package \'Orchard\'"\n';

  it('finds the error at any position of the header', () => {
    for (const [line, column] of [
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 14],
    ] as const) {
      const error = unknownPackage(line, column);
      expect(headerErrorIn(text, [unknownPackage(5, 24), error])).toBe(error);
    }
    const atBegin = unknownPackage(1, 0);
    expect(headerErrorIn('theorem t : True := trivial', [atBegin])).toBe(atBegin);
  });

  it('ignores an error with the same text outside the header', () => {
    expect(headerErrorIn(text, [unknownPackage(5, 24)])).toBeUndefined();
    expect(headerErrorIn('theorem t : 1 = 1 := by fail "…"', [unknownPackage(1, 24)])).toBeUndefined();
  });

  it('ignores warnings and other errors in the header', () => {
    const warning = diagnosticOf({ severity: 'warning', line: 2, column: 0, text: "unknown package 'Orchard'" });
    const other = diagnosticOf({ severity: 'error', line: 2, column: 0, text: 'unexpected token' });
    expect(headerErrorIn(text, [warning, other])).toBeUndefined();
  });
});
