-- tags: chain
import Tally

open Tally

/-- A mapping does not see what is swallowed. -/
theorem p107 {α β : Type} (f : α → β) (s t : Coll α) :
    Coll.image f (Coll.cup s (Coll.cap s t)) = Coll.image f s := by
  rw [Coll.cup_cap_self]
