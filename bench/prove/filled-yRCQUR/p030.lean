-- tags: retrieval
import Tally.Row.Member

open Tally

/-- Where an entry stands. -/
theorem p030 {α : Type} (x : α) (s : Row α) (h : Row.Mem x (Row.rev s)) :
    ∃ l r, Row.rev s = Row.append l (Row.cons x r) := by
  exact Row.exists_append_of_mem h
