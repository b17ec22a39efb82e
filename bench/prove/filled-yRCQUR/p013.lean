-- tags: retrieval
import Tally.Algebra.Group

open Tally

/-- Taking back two things, one of them taken back before. -/
theorem p013 {α : Type} [Group α] (a b : α) :
    Group.inv (Group.inv a * b) = Group.inv b * Group.inv (Group.inv a) := by
  exact Group.inv_mul_rev (Group.inv a) b
