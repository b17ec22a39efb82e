-- tags: chain
import Tally

open Tally

/-- Three mappings in a row. -/
theorem p061 {α β : Type} (f : α → α) (g : α → β) (hf : Mapping.Bijective f)
    (hg : Mapping.Bijective g) : Mapping.Injective (Mapping.after g (Mapping.after f f)) := by
  sorry
