-- tags: chain
import Tally

open Tally

/-- Twice a sum, times a third number. -/
theorem p082 (a b c : Unary) : Unary.double (a + b) * c = Unary.double (a * c + b * c) := by
  rw [← Unary.double_mul, Unary.add_mul]
