-- tags: retrieval
import Tally.Link

open Tally

/-- Three steps, grouped the other way. -/
theorem p086 {α β : Type} (r : Link α β) (s : Link β α) :
    Link.comp r (Link.comp s r) = Link.comp (Link.comp r s) r := by
  exact (Link.comp_assoc r s r).symm
