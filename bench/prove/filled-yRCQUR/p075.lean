-- tags: chain
import Tally

open Tally

/-- A common bound, taken twice. -/
theorem p075 {α : Type} [Lattice α] (a b c : α) :
    Lattice.meet (Lattice.meet a b) (Lattice.meet a c) = Lattice.meet a (Lattice.meet b c) := by
  rw [Lattice.meet_assoc, Lattice.meet_left_comm b a c, ← Lattice.meet_assoc, Lattice.meet_self]
