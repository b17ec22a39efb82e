-- tags: chain
import Tally

open Tally

/-- As many again. -/
theorem p106 {α : Type} (f : α → α) (s : Row α) :
    Row.length (Row.append (Row.rev s) (Row.map f s)) = Unary.double (Row.length s) := by
  sorry
