-- tags: retrieval
import Tally.Row.Member

open Tally

/-- Two sequences and one that is turned about already. -/
theorem p068 {α : Type} (s t : Row α) :
    Row.rev (Row.append (Row.rev s) t) = Row.append (Row.rev t) (Row.rev (Row.rev s)) := by
  exact Row.rev_append (Row.rev s) t
