-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- One of two neighbours can be halved, and so can their product. -/
theorem p004 (k : Unary) : ∃ j, k * Unary.succ k = Unary.double j := by
  exact Unary.even_mul_succ k
