-- tags: retrieval
import Tally

open Tally

/-- From the elements below to the elements. -/
theorem p016 {α : Type} [Poset α] (x y : α) (h : ∀ c, Poset.below c x ↔ Poset.below c y) :
    x = y := by
  exact Poset.eq_of_forall_below_iff h
