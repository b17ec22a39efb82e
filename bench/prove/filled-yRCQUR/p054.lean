-- tags: retrieval
import Tally

open Tally

/-- What is outside of something and of the outside of something else. -/
theorem p054 {α : Type} (s t : Coll α) : Coll.compl (Coll.cup s (Coll.compl t)) = Coll.cap
    (Coll.compl s) (Coll.compl (Coll.compl t)) := by
  exact Coll.compl_cup s (Coll.compl t)
