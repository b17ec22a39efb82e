-- tags: chain
import Tally

open Tally

/-- Two steps back, turned forward. -/
theorem p060 {α β γ : Type} (r : Link α β) (s : Link β γ) :
    Link.flip (Link.comp (Link.flip s) (Link.flip r)) = Link.comp r s := by
  rw [Link.flip_comp, Link.flip_flip, Link.flip_flip]
