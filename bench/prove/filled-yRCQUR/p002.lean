-- tags: plain
import Tally

open Tally

/-- A statement that says the same twice. -/
theorem p002 (p q : Prop) : p ∧ q ↔ q ∧ p ∧ q := by
  constructor
  · intro h
    exact ⟨h.2, h⟩
  · intro h
    exact h.2
