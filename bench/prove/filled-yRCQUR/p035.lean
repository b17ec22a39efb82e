-- tags: chain
import Tally.Tree
import Tally.Unary.Divides

open Tally

/-- Ends of the image in a glass. -/
theorem p035 {α : Type} (t : Tree α) : Tree.leaves (Tree.mirror t) = Unary.succ (Tree.size t) := by
  rw [Tree.leaves_mirror, Tree.leaves_eq_succ_size]
