-- tags: retrieval
import Tally.Tree
import Tally.Unary.Divides

open Tally

/-- Every tree ends somewhere. -/
theorem p022 {α : Type} (t : Tree α) (h : Tree.leaves t = Unary.zero) : False := by
  exact Tree.leaves_ne_zero t h
