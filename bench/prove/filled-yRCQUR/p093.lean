-- tags: retrieval
import Tally

open Tally

/-- The same on both sides keeps a strict comparison. -/
theorem p093 (a b d : Unary) (hab : Unary.succ a ≤ b) : a + d < b + d := by
  exact Unary.add_lt_add_right hab d
