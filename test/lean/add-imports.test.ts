import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addImports } from '../../src/lean/add-imports.ts';
import { headerOf } from '../../src/lean/file-header.ts';
import { applyEdits } from '../../src/verify/hole/splice.ts';

function added(text: string, ...modules: string[]): string {
  const edit = addImports(text, modules);
  return edit === null ? text : applyEdits(text, [edit]);
}

describe('addImports', () => {
  it.each([
    ['no header', 'theorem a : A := b\n', 'import B\ntheorem a : A := b\n'],
    ['an import', 'import A\n\ntheorem a : A := b\n', 'import A\nimport B\n\ntheorem a : A := b\n'],
    ['several on one line', 'import A import C -- so\ndef x := 1\n', 'import A import C\nimport B -- so\ndef x := 1\n'],
    ['a comment before', '/- © -/\nimport A\n', '/- © -/\nimport A\nimport B\n'],
    ['a comment alone', '/-! What it is -/\ndef x := 1\n', 'import B\n/-! What it is -/\ndef x := 1\n'],
    ['prelude', 'prelude\ndef x := 1\n', 'prelude\nimport B\ndef x := 1\n'],
    ['a module', 'module\n\npublic import A\nmeta import C\n', 'module\n\npublic import A\nmeta import C\nimport B\n'],
    ['Windows line ends', 'import A\r\n\r\ndef x := 1\r\n', 'import A\r\nimport B\r\n\r\ndef x := 1\r\n'],
    ['a byte order mark', '\uFEFFdef x := 1\n', '\uFEFFimport B\ndef x := 1\n'],
    ['an empty file', '', 'import B\n'],
  ])('inserts new imports after the existing header: %s', (_what, before, after) => {
    expect(added(before, 'B')).toBe(after);
  });

  it('adds each import once, skips existing imports and invalid module names', () => {
    expect(added('import A\npublic import all C\n', 'A', 'C', 'B', 'B')).toBe(
      'import A\npublic import all C\nimport B\n',
    );
    expect(addImports('import A\n', ['A'])).toBeNull();
    for (const bad of ['', 'B\ndef x := 1', 'B C', '../B', 'B.', '.B', 'B--', '«a\nb»', '1B']) {
      expect(addImports('', [bad])).toBeNull();
    }
    expect(added('', 'Mathlib.Data.Nat.«my file»', 'Ünï.Ødd')).toBe(
      'import Mathlib.Data.Nat.«my file»\nimport Ünï.Ødd\n',
    );
  });

  it('only inserts text, reports the number of added lines, and adds nothing the second time', () => {
    const part = fc.constantFrom('import A', 'import A.B', 'prelude', 'module', '-- c', '/- d\n -/', '', 'def x := 1');
    const anyText = fc.tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(anyText, ([parts, newline]) => {
        const text = parts.join(newline);
        const edit = addImports(text, ['New.One', 'New.Two']);
        expect(edit).not.toBeNull();
        if (edit === null) return;
        const after = applyEdits(text, [edit]);
        expect([edit.start === edit.end, edit.lines]).toEqual([true, 2]);
        expect(after.split('\n')).toHaveLength(text.split('\n').length + 2);
        expect(headerOf(after)).toBe(`${headerOf(text)} import New.One import New.Two`.trim());
        expect(addImports(after, ['New.Two', 'New.One'])).toBeNull();
      }),
    );
  });
});
