-- tags: retrieval
import Tally

open Tally

/-- A common part taken out. -/
theorem p073 {α : Type} [DistribLattice α] (x y z : α) :
    Lattice.meet (Lattice.join x y) (Lattice.join x z) = Lattice.join x (Lattice.meet y z) := by
  exact (DistribLattice.join_meet_distrib x y z).symm
