-- tags: retrieval
import Tally

open Tally

/-- Where the least above and the greatest below agree. -/
theorem p044 {α : Type} [Lattice α] (x y : α) : Lattice.meet x y = Lattice.join x y → x = y := by
  exact Lattice.meet_eq_join_iff.mp
