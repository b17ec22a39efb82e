-- tags: chain
import Tally.Row.Member
import Tally.Unary.Divides

open Tally

/-- There and back, added up. -/
theorem p010 (s : Row Unary) :
    Row.total (Row.append s (Row.rev s)) = Unary.double (Row.total s) := by
  rw [Row.total_append, Row.total_rev, Unary.double_eq_add_self]
