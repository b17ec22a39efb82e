-- tags: retrieval
import Tally

open Tally

/-- A mapping that undoes itself. -/
theorem p074 {α : Type} (k : α → α) (twice : ∀ x, k (k x) = x) : Mapping.Bijective k := by
  exact Mapping.bijective_of_involutive twice
