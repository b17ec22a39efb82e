-- tags: chain
import Tally

open Tally

/-- Two mappings with a turn between them. -/
theorem p070 {α β γ : Type} (f : β → γ) (g : α → β) (s : Row α) :
    Row.map f (Row.rev (Row.map g s)) = Row.rev (Row.map (fun x => f (g x)) s) := by
  rw [Row.map_rev, Row.map_map]
