-- tags: retrieval
import Tally

open Tally

/-- The factor that undoes another. -/
theorem p104 {α : Type} [Group α] (x y : α) (h : x * y = Monoid.unit) : Group.inv y = x := by
  exact (Group.eq_inv_of_mul_eq_unit_left h).symm
