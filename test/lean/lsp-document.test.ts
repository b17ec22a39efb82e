import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, readPublished } from '../../src/lean/server/lsp-document.ts';

/** Applies a change as a server does: lines end with `\n`, characters are UTF-16 units. */
function applied(text: string, { range, text: put }: ReturnType<typeof changeBetween>): string {
  const offset = ({ line, character }: { line: number; character: number }): number => {
    const lines = text.split('\n').slice(0, line);
    return lines.reduce((sum, each) => sum + each.length + 1, 0) + character;
  };
  return text.slice(0, offset(range.start)) + put + text.slice(offset(range.end));
}

const TEXT = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '𝓝', '𝓞', '⊢') });

describe('changeBetween', () => {
  it('gives one change between any two texts that splits no character', () => {
    fc.assert(
      fc.property(TEXT, TEXT, TEXT, (common, before, after) => {
        const change = changeBetween(common + before, common + after);
        expect(applied(common + before, change)).toBe(common + after);
        expect(change.text).not.toMatch(/^[\udc00-\udfff]/);
      }),
    );
  });

  it('starts at the first difference', () => {
    expect(changeBetween('import A\n\ntheorem t := x\n', 'import A\n\ntheorem t := y\n')).toEqual({
      range: { start: { line: 2, character: 13 }, end: { line: 3, character: 0 } },
      text: 'y\n',
    });
  });
});

describe('readPublished', () => {
  const range = (character: number) => ({ start: { line: 1, character }, end: { line: 1, character: character + 1 } });

  it('converts to positions of the command line: 1-based lines, columns in code points', () => {
    const diagnostics = readPublished('x\n𝓝𝓝 y\n', [
      { range: range(5), severity: 1, message: "unknown identifier 'y'\n" },
    ]);
    expect(diagnostics).toMatchObject([
      { severity: 'error', line: 2, column: 3, endLine: 2, endColumn: 4, text: "unknown identifier 'y'" },
    ]);
    expect(diagnostics[0]?.class).toBe('unknown_identifier');
  });

  it('treats a diagnostic without severity as an error and skips invalid ones', () => {
    const published = [
      { range: range(0), message: 'a' },
      { range: range(0), severity: 2, message: 'b' },
      { message: 'c' },
      3,
    ];
    expect(readPublished('x\ny', published).map(({ severity, text }) => `${severity} ${text}`)).toEqual([
      'error a',
      'warning b',
    ]);
  });
});
