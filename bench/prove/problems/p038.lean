-- tags: hard
import Tally

open Tally

/-- No mapping reaches all collections. -/
theorem p038 {α : Type} (f : α → Coll α) : ¬ Mapping.Surjective f := by
  sorry
