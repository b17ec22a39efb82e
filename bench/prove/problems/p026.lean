-- tags: chain
import Tally.Unary.Divides

open Tally

/-- Four numbers, the other way round. -/
theorem p026 (a b c d : Unary) : a + b + c + d = d + c + b + a := by
  sorry
