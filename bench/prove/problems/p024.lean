-- tags: chain
import Tally

open Tally

/-- A number and its square. -/
theorem p024 (n : Unary) : Unary.Even (n + n * n) := by
  sorry
