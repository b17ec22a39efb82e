-- tags: chain
import Tally.Algebra.Monoid
import Tally.Unary.Divides

open Tally

/-- Powers on both sides. -/
theorem p084 {α : Type} [Monoid α] (a b : α) (h : Monoid.Commutes a b) (m n : Unary) :
    Monoid.Commutes (Monoid.npow a m) (Monoid.npow b n) := by
  exact Monoid.commutes_npow_left (Monoid.commutes_npow_right h n) m
