-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- A factor of a number with strokes is not larger. -/
theorem p052 (d n : Unary) (pos : n ≠ Unary.zero) (h : ∃ c, d * c = n) : d ≤ n := by
  exact Unary.le_of_divides pos h
