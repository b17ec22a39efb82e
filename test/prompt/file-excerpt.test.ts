import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileExcerpt, HOLE_MARK } from '../../src/prompt/file-excerpt.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { cpuTime } from '../cpu-time.ts';

const FILE = `/-! # About -/
import A.B
import C

open Nat

/-- A thing. -/
def thing : Nat := 2

namespace X

variable (n : Nat)

section
open List
def inner : Nat := 3
theorem lemma_in_section : inner = 3 := rfl
end

section
variable (gone : Nat)
theorem nothing_of_this : 1 = 1 := rfl
end

theorem above : thing = 2 := by
  rfl

#check thing

theorem goal (h : n = thing) : n = 2 := by
  rw [h]
  sorry

theorem below : 1 = 1 := sorry
end X
`;

function excerpt(text: string, room = 6000, at = 0): string {
  const hole = findHoles(text)[at];
  if (hole === undefined) throw new Error('no hole');
  return fileExcerpt(text, hole, room);
}

describe('fileExcerpt', () => {
  it('contains header, scopes, definitions and the declaration with its marked hole', () => {
    expect(excerpt(FILE)).toBe(`import A.B
import C
open Nat
/-- A thing. -/
def thing : Nat := 2
namespace X
variable (n : Nat)
section
-- …
def inner : Nat := 3
-- …
end
-- …
theorem goal (h : n = thing) : n = 2 := by
  rw [h]
  ${HOLE_MARK}`);
  });

  it('omits definitions first, then scopes, then imports, if space is short', () => {
    expect(excerpt(FILE, 170)).toBe(`import A.B
import C
open Nat
-- …
namespace X
variable (n : Nat)
-- …
theorem goal (h : n = thing) : n = 2 := by
  rw [h]
  ${HOLE_MARK}`);
    expect(excerpt(FILE, 86)).toBe(`-- …
theorem goal (h : n = thing) : n = 2 := by
  rw [h]
  ${HOLE_MARK}`);
  });

  it('cuts a declaration that is too long around its hole', () => {
    const long = `theorem t : p := by\n${'  have := h\n'.repeat(2000)}  sorry\n${'  have := k\n'.repeat(2000)}`;
    const shown = excerpt(long, 1000);
    expect(shown.length).toBeLessThanOrEqual(1000);
    expect(shown.startsWith('theorem t : p := by\n')).toBe(true);
    expect(shown).toContain(`  have := h\n  ${HOLE_MARK}\n  have := k\n`);
  });

  it('marks one hole of several', () => {
    const text = 'theorem t : p ∧ q := ⟨sorry, by sorry⟩';
    expect(excerpt(text, 500, 0)).toBe(`theorem t : p ∧ q := ⟨${HOLE_MARK}, by sorry⟩`);
    expect(excerpt(text, 500, 1)).toBe(`theorem t : p ∧ q := ⟨sorry, by ${HOLE_MARK}⟩`);
  });

  it('respects its limit and marks the hole, for any file', () => {
    const line = fc.constantFrom(
      'import A',
      'namespace X',
      'section',
      'end X',
      'end',
      'open Nat',
      'variable (n : Nat)',
      'def d : Nat := 2',
      'theorem t : p := by',
      '  sorry',
      '  simp',
      '/-- doc -/',
      '/-',
      '',
      '𝔸'.repeat(40),
      '\r',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 80, max: 800 }), (lines, room) => {
        const text = lines.join('\n');
        for (const hole of findHoles(text)) {
          const shown = fileExcerpt(text, hole, room);
          expect(shown.length).toBeLessThanOrEqual(room);
          expect(shown.split(HOLE_MARK)).toHaveLength(2);
          expect(shown.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('omits the omission mark if the declaration uses all space', () => {
    const text = `import A\nimport A\n${'𝔸'.repeat(40)}\n  sorry\n${'𝔸'.repeat(40)}`;
    const hole = findHoles(text)[0]!;
    for (let room = 80; room < 200; room++) expect(fileExcerpt(text, hole, room).length).toBeLessThanOrEqual(room);
  });

  it('takes linear time for a huge file', () => {
    const text = `${'namespace A\ndef d : Nat := 2\n'.repeat(5000)}theorem t : p := sorry\n`;
    const start = cpuTime();
    expect(excerpt(text).length).toBeLessThanOrEqual(6000);
    expect(cpuTime() - start).toBeLessThan(3000);
  });
});
