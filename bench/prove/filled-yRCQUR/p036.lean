-- tags: retrieval
import Tally.Algebra.Group

open Tally

/-- A quotient times the one upside down. -/
theorem p036 {α : Type} [Group α] (x y : α) : Group.div x y * Group.div y x = Group.div x x := by
  exact Group.div_mul_div_cancel x y x
