-- tags: retrieval
import Tally

open Tally

/-- What can be undone does not run two things together. -/
theorem p058 {α β : Type} (f : α → β) (g : β → α) (h : ∀ x, g (f x) = x) : Mapping.Injective f := by
  exact Mapping.injective_of_leftInverse h
