-- tags: retrieval
import Tally

open Tally

/-- Nothing is lost on the way back and forth. -/
theorem p047 {α β : Type} (f : α → β) (h : Mapping.Surjective f) (s : Coll β) :
    s = Coll.image f (Coll.preimage f s) := by
  exact (Mapping.image_preimage_of_surjective h s).symm
