-- tags: retrieval
import Tally

open Tally

/-- Powers of one element do not mind their order. -/
theorem p076 {α : Type} [Monoid α] (a : α) (n : Unary) :
    Monoid.npow a n * Monoid.npow a Unary.two = Monoid.npow a Unary.two * Monoid.npow a n := by
  exact Monoid.npow_mul_comm a n Unary.two
