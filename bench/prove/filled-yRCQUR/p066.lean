-- tags: plain
import Tally

open Tally

/-- A mapping does not care for the name of its argument. -/
theorem p066 {α β : Type} (f : α → β) :
    Mapping.after (Mapping.still β) (Mapping.after f (Mapping.still α)) = f := by
  rfl
