-- tags: retrieval
import Tally

open Tally

/-- Before or after the homomorphism. -/
theorem p003 {α β : Type} [Group α] [Group β] (φ : Group.Hom α β) (x : α) :
    Group.inv (φ.fn x) = φ.fn (Group.inv x) := by
  exact (Group.Hom.map_inv φ x).symm
