-- tags: retrieval
import Tally

open Tally

/-- Two comparisons at once. -/
theorem p043 {α : Type} [Lattice α] (x y z w : α) (h : Poset.below x y) (k : Poset.below z w) :
    Poset.below (Lattice.join z x) (Lattice.join w y) := by
  exact Lattice.join_below_join k h
