-- tags: hard
import Tally

open Tally

/-- Division with a rest. -/
theorem p029 (a b : Unary) (h : b ≠ Unary.zero) : ∃ q r, b * q + r = a ∧ r < b := by
  sorry
