/** Finding commands that run code and that the original does not have. */
import { describe, expect, it } from 'vitest';
import { firstDifferenceOutside } from '../../src/verify/audit/aligned-fillings.ts';
import { addedCode } from '../../src/verify/audit/added-code.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

const ORIGINAL = `#eval 1

macro "claim" : command => \`(theorem hidden : True := sorry)

claim

theorem t : True := by sorry
`;
const FILLED = ORIGINAL.replace(':= sorry)', ':= trivial)').replace('by sorry', 'by trivial');

describe('addedCode', () => {
  it('finds nothing if only holes are filled, also a hole in a macro', () => {
    expect(addedCode(ORIGINAL, ORIGINAL, [])).toEqual([]);
    expect(addedCode(FILLED, ORIGINAL, [])).toEqual([]);
    expect(addedCode(`-- initialize the macro\n/- attribute -/\n${FILLED}`, ORIGINAL, [])).toEqual([]);
    expect(addedCode(`-- #eval 2\r\n  --\tit's #eval f 3\n${FILLED}`, ORIGINAL, [])).toEqual([]);
    const string = 'def a (n : Nat) := s!"config: {n}, macro {n + 1} of #1"';
    expect(addedCode(string, 'def a (n : Nat) := sorry', [])).toEqual([]);
  });

  it.each([
    ['a block comment', '/- #eval 2 -/\n'],
    ['a comment that may close a string', '-- " #eval 2\n'],
    ['a comment that may begin a term in a string', '-- {#eval 2\n'],
    ['a comment that may close a comment', '-- -/ #eval 2\n'],
    ['a comment that may begin another', '-- /- #eval 2\n'],
    ['a comment with another end of line', '-- \u{2028}#eval 2\n'],
    ['a comment with a carriage return', '-- \r#eval 2\n'],
    ['a comment with a dash too many', '--/ #eval 2\n'],
    ['a comment behind other text', 'def a := 1 -- #eval 2\n'],
    ['a string with the options of a tactic', 'def a := s!"{by simp (config := x)}"\n'],
    ['a string with options behind a comment', 'def a := s!"{by simp (config /- -/ := x)}"\n'],
    ['a comment that some Lean versions close elsewhere', '/- --/ " -/ macro /-x " -/\n'],
    ['a comment that begins inside an operator', 'theorem a : False \\/-1 attribute -/ True := trivial\n'],
    ['a string with braces', 'def a := panic!"{" ++ initialize "}"\n'],
    ['a numeral', 'def a := 5attribute [simp] a\n'],
  ])('finds a code word in %s', (_, text) => {
    expect(addedCode(text + FILLED, ORIGINAL, [])).toMatchObject([{ line: 1, why: 'hidden' }]);
    expect(addedCode(text + FILLED, text + ORIGINAL, [])).toEqual([]);
  });

  it('treats options as code unless their values are plain and only holes are filled', () => {
    const original = 'theorem t : True := by sorry\n';
    const filled = (tactic: string): string => original.replace('sorry', tactic);
    const plain = filled('simp (config := { arith := true })');
    expect(addedCode(plain, original, [])).toEqual([]);
    expect(addedCode(filled('simp +arith (maxSteps := 5)'), original, [])).toEqual([]);
    expect(addedCode(filled('exact foo (n := bar 5)'), original, [])).toEqual([]);
    expect(addedCode(`def t.true := 1\n${plain}`, original, ['true'])).toMatchObject([{ word: 'config' }]);
    expect(addedCode(filled('simp +arith (maxSteps := run)'), original, [])).toMatchObject([{ word: 'maxSteps' }]);
    expect(addedCode(filled('simp (config /-! x -/ := run)'), original, [])).toMatchObject([{ word: 'config' }]);
  });

  it('compares the text above a command that runs code, but not below it', () => {
    const original = 'theorem a : True := by sorry\n#eval 1\ntheorem b : True := by sorry\n';
    const [start = '', middle = '', end = ''] = original.split('sorry');
    const filled = (a: string, b: string): string => start + a + middle + b + end;
    expect(addedCode(filled('trivial', 'trivial'), original, [])).toEqual([]);
    expect(addedCode(filled('sorry', 'exact c\ntheorem d : True := trivial'), original, [])).toEqual([]);
    expect(addedCode(filled('trivial\ntheorem d : True := trivial', 'sorry'), original, [])).toMatchObject([
      { why: 'above' },
    ]);
    expect(addedCode(filled('trivial instance : Add Nat := x', 'sorry'), original, [])).toMatchObject([
      { why: 'above' },
    ]);
  });

  it.each([
    ['another command', `${FILLED}\n#eval 2\n`, '#eval'],
    ['the same command twice', `${FILLED}\n#eval 1\n`, '#eval'],
    ['another argument', FILLED.replace('#eval 1', '#eval 2'), '#eval'],
    ['a command of the original again', `${FILLED}\nclaim\n`, 'claim'],
    ['another macro', FILLED.replace('True := trivial)', 'False := trivial)'), 'macro'],
    ['an indented command', FILLED.replace('by trivial', 'by trivial\n  #eval 3'), '#eval'],
    ['an initializer', `${FILLED}\ninitialize (pure () : IO Unit)\n`, 'initialize'],
    ['a program in a hole', ORIGINAL.replace(':= sorry)', ':= run_tac x)'), 'macro'],
  ])('finds %s', (_, text, word) => {
    expect(addedCode(text, ORIGINAL, []).map((found) => found.word)).toEqual([word]);
  });

  it('reports the line', () => {
    expect(addedCode(`\n\n#eval 2\n${ORIGINAL}`, ORIGINAL, [])).toEqual([{ line: 3, word: '#eval' }]);
  });
});

describe('firstDifferenceOutside', () => {
  const line = (text: string): number | null => firstDifferenceOutside(text, ORIGINAL, findHoles(ORIGINAL));

  it('returns the line of the first change outside the holes; null if there is none', () => {
    expect([line(ORIGINAL), line(FILLED)]).toEqual([null, null]);
    expect(line(FILLED.replace('#eval 1', '#eval  1'))).toBe(1);
    expect(line(FILLED.replace('theorem t', 'theorem  t'))).toBe(3);
  });
});
