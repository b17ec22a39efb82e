-- tags: chain
import Tally

open Tally

/-- A common bound, taken twice. -/
theorem p075 {α : Type} [Lattice α] (a b c : α) :
    Lattice.meet (Lattice.meet a b) (Lattice.meet a c) = Lattice.meet a (Lattice.meet b c) := by
  sorry
