-- tags: chain
import Tally

open Tally

/-- A sequence of factors, written twice. -/
theorem p064 {α : Type} [Monoid α] (s : Row α) :
    Monoid.prod (Row.append s s) = Monoid.npow (Monoid.prod s) Unary.two := by
  rw [Monoid.prod_append, Monoid.npow_two]
