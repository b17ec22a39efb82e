-- tags: hard
import Tally

open Tally

/-- A sequence of sequences, turned about as a whole. -/
theorem p077 {α : Type} (s : Row (Row α)) :
    Row.rev (Row.flatten s) = Row.flatten (Row.rev (Row.map Row.rev s)) := by
  induction s with
  | nil => rfl
  | cons x s ih =>
    rw [Row.flatten_cons, Row.rev_append, ih, Row.map_cons, Row.rev_cons, Row.snoc_eq_append,
      Row.flatten_append, Row.flatten_singleton]
