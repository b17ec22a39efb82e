-- tags: chain
import Tally

open Tally

/-- As many again. -/
theorem p106 {α : Type} (f : α → α) (s : Row α) :
    Row.length (Row.append (Row.rev s) (Row.map f s)) = Unary.double (Row.length s) := by
  rw [Row.length_append, Row.length_rev, Row.length_map, Unary.double_eq_add_self]
