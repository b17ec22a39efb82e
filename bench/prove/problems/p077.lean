-- tags: hard
import Tally

open Tally

/-- A sequence of sequences, turned about as a whole. -/
theorem p077 {α : Type} (s : Row (Row α)) :
    Row.rev (Row.flatten s) = Row.flatten (Row.rev (Row.map Row.rev s)) := by
  sorry
