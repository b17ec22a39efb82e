-- tags: chain
import Tally

open Tally

/-- Three mappings in a row. -/
theorem p061 {α β : Type} (f : α → α) (g : α → β) (hf : Mapping.Bijective f)
    (hg : Mapping.Bijective g) : Mapping.Injective (Mapping.after g (Mapping.after f f)) := by
  exact Mapping.injective_after hg.1 (Mapping.injective_after hf.1 hf.1)
