-- tags: hard
import Tally

open Tally

/-- No mapping reaches all collections. -/
theorem p038 {α : Type} (f : α → Coll α) : ¬ Mapping.Surjective f := by
  intro h
  cases h ⟨fun x => ¬ (f x).has x⟩ with
  | intro a ha =>
    have no : ¬ (f a).has a := fun k => (Coll.ext_iff.mp ha a).mp k k
    exact no ((Coll.ext_iff.mp ha a).mpr no)
