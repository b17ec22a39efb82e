-- tags: chain
import Tally

open Tally

/-- A square is not above a larger one. -/
theorem p078 (a b c : Unary) (h : a ≤ b) : Unary.square a ≤ Unary.square (b + c) := by
  sorry
