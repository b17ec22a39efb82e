-- tags: retrieval
import Tally

open Tally

/-- Undone from both sides by mappings that must agree. -/
theorem p028 {α β : Type} (f : α → β) (g k : β → α) (hk : Mapping.RightInverse k f)
    (hg : Mapping.LeftInverse g f) : g = k := by
  exact Mapping.leftInverse_eq_rightInverse hg hk
