-- tags: retrieval
import Tally

open Tally

/-- A common ending is taken off. -/
theorem p008 {α : Type} (s t u : Row α) (h : Row.append s u = Row.append t u) : t = s := by
  exact (Row.append_right_cancel h).symm
