-- tags: retrieval
import Tally

open Tally

/-- A relation that does not know left from right. -/
theorem p089 {α : Type} (r : Link α α) (h : ∀ a b, r.rel a b → r.rel b a) : Link.flip r = r := by
  exact Link.symmetric_iff_flip_eq.mp h
