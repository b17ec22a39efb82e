-- tags: retrieval
import Tally

open Tally

/-- Which comes first does not matter when both are turned about. -/
theorem p045 {α β : Type} (f : α → β) (s : Row α) :
    Row.rev (Row.map f s) = Row.map f (Row.rev s) := by
  exact (Row.map_rev f s).symm
