-- tags: hard
import Tally

open Tally

/-- A mapping that undoes itself and moves nothing sideways. -/
theorem p071 {α : Type} (f : α → α) (h : Mapping.Injective f) (k : ∀ x, f (f (f x)) = f x) :
    Mapping.Involutive f := by
  intro x
  exact h (k x)
