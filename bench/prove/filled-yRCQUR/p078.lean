-- tags: chain
import Tally

open Tally

/-- A square is not above a larger one. -/
theorem p078 (a b c : Unary) (h : a ≤ b) : Unary.square a ≤ Unary.square (b + c) := by
  exact Unary.square_le_square (Unary.le_add_right_of_le c h)
