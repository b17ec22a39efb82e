-- tags: retrieval
import Tally

open Tally

/-- A product read from the last factor. -/
theorem p031 {α : Type} [CommMonoid α] (s : Row α) : Monoid.prod s = Monoid.prod (Row.rev s) := by
  exact (CommMonoid.prod_rev s).symm
