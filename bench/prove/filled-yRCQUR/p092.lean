-- tags: retrieval
import Tally.Coll

open Tally

/-- What two collections share besides a third. -/
theorem p092 {α : Type} (s t u : Coll α) :
    Coll.cap (Coll.cup s t) (Coll.cup s u) = Coll.cup s (Coll.cap t u) := by
  exact (Coll.cup_cap s t u).symm
