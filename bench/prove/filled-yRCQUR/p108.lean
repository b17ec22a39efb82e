-- tags: chain
import Tally.Algebra.Group

open Tally

/-- One conjugation undoes another. -/
theorem p108 {α : Type} [Group α] (a b : α) : Group.conj a (Group.conj (Group.inv a) b) = b := by
  rw [Group.conj_conj, Group.mul_inv, Group.conj_unit_left]
