-- tags: retrieval
import Tally

open Tally

/-- The smaller adds nothing to the larger. -/
theorem p027 {α : Type} (s t : Coll α) (h : ∀ x, s.has x → t.has x) : Coll.cup s t = t := by
  exact Coll.cup_eq_right_iff.mpr h
