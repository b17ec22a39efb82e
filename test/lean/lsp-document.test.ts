import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, readPublished } from '../../src/lean/server/lsp-document.ts';

/** What a server does with a change: lines end with `\n`, characters are UTF-16 units. */
function applied(text: string, { range, text: put }: ReturnType<typeof changeBetween>): string {
  const offset = ({ line, character }: { line: number; character: number }): number => {
    const lines = text.split('\n').slice(0, line);
    return lines.reduce((sum, each) => sum + each.length + 1, 0) + character;
  };
  return text.slice(0, offset(range.start)) + put + text.slice(offset(range.end));
}

const TEXT = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '𝓝', '𝓞', '⊢') });

describe('the text that is open', () => {
  it('becomes another one by one change, which splits no character', () => {
    fc.assert(
      fc.property(TEXT, TEXT, TEXT, (common, before, after) => {
        const change = changeBetween(common + before, common + after);
        expect(applied(common + before, change)).toBe(common + after);
        expect(change.text).not.toMatch(/^[\udc00-\udfff]/);
      }),
    );
  });

  it('changes from the first difference on', () => {
    expect(changeBetween('import A\n\ntheorem t := x\n', 'import A\n\ntheorem t := y\n')).toEqual({
      range: { start: { line: 2, character: 13 }, end: { line: 3, character: 0 } },
      text: 'y\n',
    });
  });
});

describe('published diagnostics', () => {
  const range = (character: number) => ({ start: { line: 1, character }, end: { line: 1, character: character + 1 } });

  it('get the places of the command line: lines from 1, columns in code points', () => {
    const said = readPublished('x\n𝓝𝓝 y\n', [{ range: range(5), severity: 1, message: "unknown identifier 'y'\n" }]);
    expect(said).toMatchObject([
      { severity: 'error', line: 2, column: 3, endLine: 2, endColumn: 4, text: "unknown identifier 'y'" },
    ]);
    expect(said[0]?.class).toBe('unknown_identifier');
  });

  it('are errors where nothing says how bad they are, and nothing where they are no diagnostics', () => {
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
