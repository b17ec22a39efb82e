import { describe, expect, it } from 'vitest';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { isSelfContained, mayUseCopies, selfContainedDeclaration } from '../../src/verify/trial/self-contained.ts';

describe('isSelfContained is true', () => {
  it.each([
    'exact h',
    'by\n  cases n with\n  | zero => rfl\n  | succ n => simp [n]',
    'have k : p := by exact h -- end\nexact k',
    "exact f '(' /- ) -/",
    'exact "/- end"',
    '⟨fun x => x, #[1, 2], {}⟩',
    'rw [h] at *',
    'exact (by\n  exact h)',
  ])('%j', (filling) => expect(isSelfContained(filling)).toBe(true));
});

describe('isSelfContained is false', () => {
  it.each([
    'exact h /-',
    'exact "h',
    'exact h)',
    '(exact h',
    '(exact h]',
    'trivial end A',
    'trivial\nend',
    'trivial\n#exit',
    'trivial #check h',
    'trivial\naxiom bad : False',
    'trivial\n@[simp] theorem t : True := trivial',
    'trivial\nopen Nat',
    'open Classical in exact h',
    'trivial\nimport Lean',
    'trivial\nalias x := y',
    'trivial\nprivate def x := 1',
  ])('%j', (filling) => expect(isSelfContained(filling)).toBe(false));
});

describe('mayUseCopies', () => {
  it.each([
    ['exact t h', 'A.B.t', true],
    ['exact B.t h', 'A.B.t', true],
    ['exact A.B.t.symm h', 'A.B.t', true],
    ['exact _root_.A.B.t h', 'A.B.t', true],
    ['exact «t» h', 'A.B.t', true],
    ['exact C.t h', 'A.B.t', false],
    ['exact u h', 'A.B.t', false],
    ['exact h', null, false],
    ['exact?', null, true],
    ['apply?', 'A.t', true],
    ['simp? [h]', 'A.t', false],
  ])('%j in %j: %j', (filling, name, expected) => expect(mayUseCopies(filling, name)).toBe(expected));
});

describe('selfContainedDeclaration', () => {
  const cut = (text: string): string | null => {
    const declaration = selfContainedDeclaration(text, findHoles(text).find(({ isProof }) => isProof) as Hole);
    return declaration === null ? null : text.slice(declaration.start, declaration.end);
  };

  it('includes docstring, attributes and prefixes, and ends before the next declaration', () => {
    const text =
      'theorem a := by sorry_\n\n/-- Doc. -/\n@[simp]\ntheorem b : 1 = 1 := by\n  sorry\n  -- so\n\n/-- Next. -/\ntheorem c := 1\n';
    expect(cut(text)).toBe('/-- Doc. -/\n@[simp]\ntheorem b : 1 = 1 := by\n  sorry');
    const scoped = 'open Nat in\nset_option pp.all true in\ntheorem b : 1 = 1 := sorry\n#check b';
    expect(cut(scoped)).toBe('open Nat in\nset_option pp.all true in\ntheorem b : 1 = 1 := sorry');
    expect(cut('  theorem b : 1 = 1 := sorry\ntermination_by x\n')).toBe(
      '  theorem b : 1 = 1 := sorry\ntermination_by x',
    );
  });

  it('is null if the declaration depends on its surroundings or is not a proof', () => {
    expect(cut('mutual\ntheorem a : 1 = 1 := sorry\nend')).toBe(null);
    expect(cut('theorem x : True := trivial theorem a : 1 = 1 := sorry')).toBe(null);
    const instance = 'instance : Inhabited Nat := ⟨sorry⟩';
    expect(selfContainedDeclaration(instance, findHoles(instance)[0] as Hole)).toBe(null);
  });
});
