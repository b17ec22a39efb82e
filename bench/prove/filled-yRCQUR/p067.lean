-- tags: chain
import Tally

open Tally

/-- Taking back a quotient that is written out. -/
theorem p067 {α : Type} [Group α] (a b : α) : Group.inv (a * Group.inv b) = b * Group.inv a := by
  rw [Group.inv_mul_rev, Group.inv_inv]
