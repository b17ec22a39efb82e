import { describe, expect, it } from 'vitest';
import { listedNames } from '../../bench/name-lists.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

function listed(text: string): ReturnType<typeof listedNames> {
  return listedNames(text, readLeanFile(text, 'Shapes').declarations);
}

const names = (text: string): string[] => listed(text).map(({ name }) => name);

describe('names in rw and simp only lists', () => {
  it.each([
    ['rw [foo_bar, ← baz]', ['foo_bar', 'baz']],
    ['simp only [foo (a, b), -qux, ↓reduceIte, @Nat.rec x]', ['foo', 'qux', 'reduceIte', 'Nat.rec']],
    ['nth_rw 2 [(area_eq h).symm] at k', ['area_eq']],
    ['simp_rw [show a = b from rfl, by simp, fun x => x]', []],
    ['simpa only [foo] using bar', ['foo']],
    ['simp [foo, bar]', []],
    ['rw [reassoc_of% foo, bar]', ['bar']],
    ['rw [foo, -- rw [comment]\n    bar]', ['foo', 'bar']],
    ['simp (config := {}) only [«forall»]', ['forall']],
    ['exact rw', []],
  ])('are found in: %s', (tactic, expected) => expect(names(`theorem t : P := by\n  ${tactic}\n`)).toEqual(expected));

  it('are marked as local if they are bound in the scope', () => {
    const text = `variable (hv : P)
theorem turn (ha : a = b) : a = c := by
  intro hi x
  obtain ⟨y, hy, rfl⟩ : ∃ y, y = x := sorry
  have hh : x = y := by
    rw [ha, hi, hy.symm, hv]
  simp only [hh, this, turned, fun z => z, Shape.area]

theorem other : Q := by
  rw [hh]
`;
    const locals = listed(text).map(({ name, isLocal }) => [name, isLocal]);
    expect(locals).toEqual([
      ['ha', true],
      ['hi', true],
      ['hy.symm', true],
      ['hv', true],
      ['hh', true],
      ['this', true],
      ['turned', false],
      ['Shape.area', false],
      ['hh', false],
    ]);
  });

  it('have the namespace and opens of their declaration', () => {
    const text = 'namespace A\nopen B in\ntheorem Shape.turn : P := by\n  rw [foo]\nend A\n';
    expect(listed(text)[0]!.context).toEqual({ namespace: 'A.Shape', opens: ['B'] });
  });
});
