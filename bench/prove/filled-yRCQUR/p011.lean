-- tags: retrieval
import Tally

open Tally

/-- What is swallowed. -/
theorem p011 {α : Type} [Lattice α] (x y : α) :
    Lattice.meet x (Lattice.join x (Lattice.meet y x)) = x := by
  exact Lattice.meet_join_self x (Lattice.meet y x)
