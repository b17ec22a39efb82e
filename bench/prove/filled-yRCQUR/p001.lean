-- tags: retrieval
import Tally.Coll

open Tally

/-- Nothing in common, said in two ways. -/
theorem p001 {α : Type} (s t : Coll α) (h : ∀ x, s.has x → t.has x → False) :
    Coll.cap s t = Coll.none := by
  exact Coll.apart_iff_cap_eq_none.mp h
