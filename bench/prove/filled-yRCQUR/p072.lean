-- tags: retrieval
import Tally.Order.Lattice

open Tally

/-- If all is at the bottom, so is the second. -/
theorem p072 {α : Type} [Bounded α] (x y : α) (h : Lattice.join x y = Bounded.bottom) :
    y = Bounded.bottom := by
  exact (Bounded.join_eq_bottom_iff.mp h).2
