-- tags: chain
import Tally

open Tally

/-- Turned about in parts and as a whole. -/
theorem p100 {α : Type} (s t : Row α) :
    Row.rev (Row.append (Row.rev s) (Row.rev t)) = Row.append t s := by
  rw [Row.rev_append, Row.rev_rev, Row.rev_rev]
