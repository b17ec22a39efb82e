-- tags: hard
import Tally.Unary.Divides

open Tally

/-- Twice the product against the two squares. -/
theorem p051 (a b : Unary) : Unary.double (a * b) ≤ Unary.square a + Unary.square b := by
  sorry
