-- tags: chain
import Tally

open Tally

/-- Smaller than one and hence than another. -/
theorem p020 {α : Type} [Lattice α] (a b c d : α) (h : Poset.below a b) :
    Poset.below (Lattice.meet a c) (Lattice.join b d) := by
  exact Poset.below_trans (Lattice.meet_below_of_left_below h c) (Lattice.below_join_left b d)
