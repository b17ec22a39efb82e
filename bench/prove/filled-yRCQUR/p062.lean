-- tags: plain
import Tally

open Tally

/-- Nothing is left when nothing is there. -/
theorem p062 {α β : Type} (f : α → β) : Row.map f (Row.append Row.nil Row.nil) = Row.nil := by
  simp
