-- tags: chain
import Tally

open Tally

/-- Taken away twice, in one and in the other order, with a part kept. -/
theorem p080 {α : Type} (s t u : Coll α) :
    Coll.Incl (Coll.diff (Coll.diff s t) u) (Coll.diff s u) := by
  rw [Coll.diff_diff_comm]
  exact Coll.diff_incl (Coll.diff s u) t
