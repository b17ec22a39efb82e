-- tags: hard
import Tally.Algebra.Group
import Tally.Algebra.Monoid

open Tally

/-- Where every element undoes itself, order does not matter. -/
theorem p069 {α : Type} [Group α] (h : ∀ x : α, x * x = Monoid.unit) (a b : α) : a * b = b * a := by
  sorry
