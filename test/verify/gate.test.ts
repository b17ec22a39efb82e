import { describe, expect, it } from 'vitest';
import { gate } from '../../src/verify/gate.ts';

const verdict = (text: string) => gate({ kind: 'tactic', text });

describe('gate', () => {
  it('lets honest proofs through', () => {
    for (const text of [
      'simp [Nat.add_comm, ← foo]',
      'rw [Nat.mul_comm]\nexact ⟨h.1, fun x => x⟩',
      '-- no sorry here\nexact h /- nor an axiom -/',
      'exact f "sorry" s!"axiom"',
      "have «end» := h; exact Quiver.Path.end p sorry' ",
      'have h : #s = 3 := by decide',
      'cases h with\n| inl h => exact Or.inr h\n| inr h => exact Or.inl h',
      'simp only [Finset.sum_range_succ] at h ⊢ <;> omega',
    ]) {
      expect(verdict(text), text).toBeNull();
    }
  });

  it.each([
    ['sorry', "'sorry' leaves a hole"],
    ['exact (sorry : 1 = 1)', "'sorry' leaves a hole"],
    ['admit', "'admit' leaves a hole"],
    ['exact sorryAx _', "'sorryAx' leaves a hole"],
    ['exact Lean.«sorryAx» _', "'Lean.«sorryAx»' leaves a hole"],
    ['rfl\naxiom cheat : False', "'axiom' declares something"],
    ['rfl\n\ntheorem other : True := trivial', "'theorem' declares something"],
    ['rfl\nend Foo', "'end' is a command"],
    ['rfl\n#eval IO.println "{}"', "'#eval' is a command"],
    ['rfl #exit', "'#exit' is a command"],
    ['rfl\n@[simp] x', "'@[' is an attribute"],
    ['rfl\nset_option debug.skipKernelTC true', "'set_option' is a command"],
    ['rfl\nmacro_rules | `($a + $b) => `(0)', "'macro_rules' changes the syntax"],
    ['native_decide', "'native_decide' goes round the kernel"],
    ['decide +native', "'native' goes round the kernel"],
    ['exact Lean.ofReduceBool _ _ rfl', "'Lean.ofReduceBool' goes round the kernel"],
    ['run_tac pure ()', "'run_tac' runs code"],
    ['exact h) (h', "')' closes nothing"],
    ['exact (h]', "']' closes nothing"],
    ['exact (h', "'(' is not closed"],
    ['rfl /- swallows the rest', 'a comment is not closed'],
    ['exact "swallows the rest', 'a string is not closed'],
    ['', 'it is empty'],
    ['-- nothing', 'it is empty'],
  ])('refuses %j', (text, reason) => {
    expect(verdict(text)).toBe(reason);
  });
});
