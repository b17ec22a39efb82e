-- tags: plain
import Tally

open Tally

/-- A sequence with an entry is not empty. -/
theorem p065 {α : Type} (x : α) (s : Row α) (h : Row.cons x s = Row.nil) : False := by
  cases h
