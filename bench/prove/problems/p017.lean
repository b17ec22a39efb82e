-- tags: plain
import Tally

open Tally

/-- One of two, the other excluded. -/
theorem p017 (p q : Prop) (h : p ∨ q) (g : ¬ q) : p := by
  sorry
