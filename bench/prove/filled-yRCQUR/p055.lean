-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- Twice as much is not less. -/
theorem p055 (n k : Unary) : n * k ≤ Unary.double (n * k) := by
  exact Unary.le_double (n * k)
