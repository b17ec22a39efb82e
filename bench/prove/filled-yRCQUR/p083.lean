-- tags: retrieval
import Tally.Link

open Tally

/-- There and back along any number of steps. -/
theorem p083 {α : Type} (r : Link α α) (s : Link.Symmetric r) :
    ∀ a b, Link.Chain r a b → Link.Chain r b a := by
  intro a b h
  exact Link.chain_symm s h
