-- tags: hard
import Tally.Algebra.Group
import Tally.Algebra.Monoid

open Tally

/-- Where every element undoes itself, order does not matter. -/
theorem p069 {α : Type} [Group α] (h : ∀ x : α, x * x = Monoid.unit) (a b : α) : a * b = b * a := by
  have inverse : ∀ x : α, Group.inv x = x := fun x => Group.inv_eq_of_mul_eq_unit (h x)
  rw [← inverse (a * b), Group.inv_mul_rev, inverse a, inverse b]
