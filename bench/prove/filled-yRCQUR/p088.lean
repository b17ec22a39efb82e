-- tags: plain
import Tally

open Tally

/-- What is in the part is in the whole. -/
theorem p088 {α : Type} (s t : Coll α) (x : α) (h : Coll.Incl s t) (hx : s.has x) : t.has x := by
  exact h x hx
