/** Commands that run code and that the original does not have. */
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
  it('finds nothing in an original with its holes filled, in a macro too', () => {
    expect(addedCode(ORIGINAL, ORIGINAL)).toEqual([]);
    expect(addedCode(FILLED, ORIGINAL)).toEqual([]);
    expect(addedCode(`-- #eval 2\n/- initialize -/\n${FILLED}`, ORIGINAL)).toEqual([]);
  });

  it.each([
    ['another command', `${FILLED}\n#eval 2\n`, '#eval'],
    ['the same command twice', `${FILLED}\n#eval 1\n`, '#eval'],
    ['another argument', FILLED.replace('#eval 1', '#eval 2'), '#eval'],
    ['a command of the original once more', `${FILLED}\nclaim\n`, 'claim'],
    ['another macro', FILLED.replace('True := trivial)', 'False := trivial)'), 'macro'],
    ['an indented command', FILLED.replace('by trivial', 'by trivial\n  #eval 3'), '#eval'],
    ['an initializer', `${FILLED}\ninitialize (pure () : IO Unit)\n`, 'initialize'],
    ['a hole with a program in it', ORIGINAL.replace(':= sorry)', ':= run_tac x)'), 'macro'],
  ])('finds %s', (_, text, word) => {
    expect(addedCode(text, ORIGINAL).map((found) => found.word)).toEqual([word]);
  });

  it('tells the line', () => {
    expect(addedCode(`\n\n#eval 2\n${ORIGINAL}`, ORIGINAL)).toEqual([{ line: 3, word: '#eval' }]);
  });
});

describe('firstDifferenceOutside', () => {
  const line = (text: string): number | null => firstDifferenceOutside(text, ORIGINAL, findHoles(ORIGINAL));

  it('tells the line of a change outside of the holes, and null without one', () => {
    expect([line(ORIGINAL), line(FILLED)]).toEqual([null, null]);
    expect(line(FILLED.replace('#eval 1', '#eval  1'))).toBe(1);
    expect(line(FILLED.replace('theorem t', 'theorem  t'))).toBe(3);
  });
});
