-- tags: chain
import Tally

open Tally

/-- A number and its square. -/
theorem p024 (n : Unary) : Unary.Even (n + n * n) := by
  rw [Unary.add_comm]
  exact Unary.even_mul_succ n
