-- tags: hard
import Tally.Unary.Divides

open Tally

/-- No square is twice another, unless there is nothing. -/
theorem p105 (a b : Unary) (h : Unary.square a = Unary.double (Unary.square b)) :
    a = Unary.zero := by
  sorry
