-- tags: plain
import Tally

open Tally

/-- One of two, the other excluded. -/
theorem p017 (p q : Prop) (h : p ∨ q) (g : ¬ q) : p := by
  cases h with
  | inl x => exact x
  | inr y => exact absurd y g
