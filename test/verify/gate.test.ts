import { describe, expect, it } from 'vitest';
import { gate } from '../../src/verify/hole/gate.ts';

const verdict = (text: string) => gate({ kind: 'tactic', text });

describe('gate', () => {
  it('passes honest proofs', () => {
    for (const text of [
      'simp [Nat.add_comm, ← foo]',
      'rw [Nat.mul_comm]\nexact ⟨h.1, fun x => x⟩',
      '-- no sorry here\nexact h /- nor an axiom -/',
      'exact f "sorry" s!"axiom"',
      "have «end» := h; exact Quiver.Path.end p sorry' ",
      'have h : #s = 3 := by decide',
      'cases h with\n| inl h => exact Or.inr h\n| inr h => exact Or.inl h',
      'simp only [Finset.sum_range_succ] at h ⊢ <;> omega',
      'set_option maxHeartbeats 400000 in\nset_option maxRecDepth 2000 in\nset_option pp.all true in simp',
      'open Classical Nat in\nopen scoped BigOperators in\nopen Finset (sum_comm) in exact h',
      'exact f s!"sorry {x} \\{sorry}"',
      'count_heartbeats in simp',
      'exact foo\n  module',
      'classical\nby_contra h\nexact h rfl',
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
    ['rfl #evalshow', "'#evalshow' is a command"],
    ['exact t (h := autoParam)', "'autoParam' runs code"],
    ['rfl\n@[simp] x', "'@[' is an attribute"],
    ['rfl\nset_option maxHeartbeats 0', "'set_option maxHeartbeats' without 'in' is a command"],
    ['set_option maxHeartbeats 0 in rfl', "'set_option maxHeartbeats 0' is more than 4000000"],
    ['set_option maxRecDepth 1000000 in rfl', "'set_option maxRecDepth 1000000' is more than 100000"],
    [
      'set_option debug.skipKernelTC true in rfl',
      "'set_option debug.skipKernelTC' is not an option that a proof may set",
    ],
    ['set_option warn.sorry false in\nrfl', "'set_option warn.sorry' is not an option that a proof may set"],
    ['open Evil in rfl', "'open Evil' is not a namespace that a proof may open"],
    ['open Nat Evil in rfl', "'open Evil' is not a namespace that a proof may open"],
    ['rfl\nopen Nat', "'open' without 'in' is a command"],
    ['open Nat hiding succ in rfl', "'open hiding' is not a namespace that a proof may open"],
    ['rfl\nalias foo := bar', "'alias' begins a command"],
    ['rfl\nlibrary_note "x"', "'library_note' begins a command"],
    ['rfl\n/-- Doc. -/\ntheorem', 'a documentation comment begins a command'],
    ['rfl\n/-! # Notes -/', 'a documentation comment begins a command'],
    ['exact f s!"{(sorry : Nat)}"', "'sorry' leaves a hole"],
    ['exact eval% f x', "'eval%' runs code"],
    ['nativeDecide', "'nativeDecide' goes round the kernel"],
    ['exact include_bytes "x"', "'include_bytes' runs code"],
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
