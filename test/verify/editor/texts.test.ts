import { describe, expect, it } from 'vitest';
import { attemptText, openPlace, whyIncomplete } from '../../../src/verify/editor/attempts.ts';
import { resolvePlace } from '../../../src/verify/editor/text-place.ts';
import { snippetText } from '../../../src/verify/editor/snippet-text.ts';

const TEXT = `import Init

namespace 𝓝

theorem one (n : Nat) : n + 0 = n := by
  sorry

theorem two (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor

  exact hq

theorem three (n : Nat) : n = n := (sorry)

end 𝓝
`;

const tried = (line: number, column: number | null, attempt: string, text = TEXT): string => {
  const opened = openPlace(text, { line, column });
  const { text: filled, start, end } = attemptText(opened, attempt);
  return `${filled.slice(0, start)}«${filled.slice(start, end)}»${filled.slice(end)}`;
};
const lastLines = (text: string, count: number): string[] => text.trimEnd().split('\n').slice(-count);

describe('a place', () => {
  it('is the sorry of the line, or its first character', () => {
    const at = (line: number, column: number | null): string => TEXT.slice(resolvePlace(TEXT, { line, column }).offset);
    expect(at(6, null)).toMatch(/^sorry/);
    expect(at(13, null)).toMatch(/^sorry\)/);
    expect(at(11, null)).toMatch(/^exact hq/);
    expect(at(3, 10)).toMatch(/^𝓝\n/);
    expect(at(3, 11)).toMatch(/^\n/);
  });

  it('outside the text is refused', () => {
    expect(() => resolvePlace(TEXT, { line: 17, column: null })).toThrow(/16 lines, so there is no line 17/);
    expect(() => resolvePlace('', { line: 2, column: null })).toThrow('The text has 1 line, so there is no line 2.');
    expect(() => resolvePlace(TEXT, { line: 3, column: 12 })).toThrow(/11 characters, so there is no column 13/);
  });
});

describe('an attempt', () => {
  it('replaces a sorry, and what follows the declaration is left out', () => {
    expect(lastLines(tried(6, null, 'simp'), 3)).toEqual([
      'theorem one (n : Nat) : n + 0 = n := by',
      '  «simp»',
      '#exit',
    ]);
    expect(lastLines(tried(13, null, 'rfl'), 2)).toEqual(['theorem three (n : Nat) : n = n := («rfl»)', '#exit']);
  });

  it('replaces the rest of the proof where no sorry is', () => {
    expect(lastLines(tried(11, null, 'assumption'), 4)).toEqual(['  constructor', '', '  «assumption»', '#exit']);
    expect(lastLines(tried(9, 2, 'exact ⟨hp, hq⟩'), 2)).toEqual(['  «exact ⟨hp, hq⟩»', '#exit']);
  });

  it('is indented like the line above on an empty line', () => {
    expect(lastLines(tried(10, null, 'exact hp'), 3)).toEqual(['  constructor', '  «exact hp»', '#exit']);
    const text = 'theorem t : True := by\n\n';
    expect(lastLines(tried(2, null, 'trivial', text), 2)).toEqual(['theorem t : True := by', '  «trivial»']);
  });

  it('may be a proof where a term is expected, and have several lines', () => {
    expect(lastLines(tried(13, null, 'by rfl'), 2)[0]).toBe('theorem three (n : Nat) : n = n := («(by rfl)»)');
    expect(lastLines(tried(6, null, 'induction n with\n| zero => rfl\n| succ n ih => skip'), 4)).toEqual([
      '  «induction n with',
      '  | zero => rfl',
      '  | succ n ih => skip»',
      '#exit',
    ]);
  });

  it('keeps the other declarations of a mutual block', () => {
    const text = 'mutual\ntheorem a : True := by\n  sorry\ntheorem b : True := trivial\nend\n';
    expect(lastLines(tried(3, null, 'trivial', text), 3)).toEqual([
      '  «trivial»',
      'theorem b : True := trivial',
      'end',
    ]);
  });

  it('stays in its place', () => {
    const why = (attempt: string): string | null => {
      const opened = openPlace(TEXT, { line: 6, column: null });
      return whyIncomplete(attempt, attemptText(opened, attempt));
    };
    for (const attempt of ['simp', 'open Nat in simp', 'set_option x 1 in rfl', '· rfl\n· exact (⟨a, [b]⟩ : c)'])
      expect([attempt, why(attempt)]).toEqual([attempt, null]);
    for (const attempt of ['exact (a', 'rfl)', 'simp /- so', 'exact "a', '⟨a]'])
      expect([attempt, why(attempt)]).toEqual([attempt, expect.stringContaining('not closed')]);
    for (const attempt of ['rfl\ntheorem x : True := trivial', 'rfl\nend 𝓝', 'rfl\nnamespace A'])
      expect([attempt, why(attempt)]).toEqual([attempt, 'It contains a command.']);
    expect(why(' -- nothing')).toBe('It is empty.');
  });

  it('is refused outside a declaration', () => {
    expect(() => openPlace('-- only a comment\n', { line: 1, column: null })).toThrow(/not in the proof or value/);
  });
});

describe('a snippet', () => {
  it('is the whole text without a file', () => {
    expect(snippetText('', '#check 1', null)).toEqual({ text: '#check 1', firstLine: 1 });
  });

  it('comes after the file, or after the command at a line', () => {
    const { text, firstLine } = snippetText(TEXT, '#check one', 5);
    expect(text.split('\n').slice(-4)).toEqual([
      'theorem one (n : Nat) : n + 0 = n := by',
      '  sorry',
      '',
      '#check one',
    ]);
    expect(text.split('\n')[firstLine - 1]).toBe('#check one');
    const all = snippetText(TEXT, '#check 𝓝.one', null);
    expect(all.text).toBe(`${TEXT.trimEnd()}\n\n#check 𝓝.one`);
    expect(all.text.split('\n')[all.firstLine - 1]).toBe('#check 𝓝.one');
  });

  it('is not hidden by an end of the file before it', () => {
    const after = (before: string, line: number | null): string => snippetText(before, '#eval a', line).text;
    expect(after('def a := 1\n#exit\ndef b := 2\n', null)).toBe('def a := 1\n\n#eval a');
    expect(after('def a := 1\n#exit\ndef b := 2\n', 3)).toBe('def a := 1\n\n#eval a');
    expect(after('def a := 1\n/- open\n', null)).toBe('def a := 1\n\n#eval a');
    expect(snippetText('/- open', '#eval 1', null)).toEqual({ text: '\n\n#eval 1', firstLine: 3 });
  });
});
