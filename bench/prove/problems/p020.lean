-- tags: chain
import Tally

open Tally

/-- Smaller than one and hence than another. -/
theorem p020 {α : Type} [Lattice α] (a b c d : α) (h : Poset.below a b) :
    Poset.below (Lattice.meet a c) (Lattice.join b d) := by
  sorry
