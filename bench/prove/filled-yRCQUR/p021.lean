-- tags: chain
import Tally

open Tally

/-- The sum over a tree and over its image in a glass. -/
theorem p021 (t : Tree Unary) :
    Row.total (Tree.inorder (Tree.mirror t)) = Row.total (Tree.inorder t) := by
  rw [Tree.inorder_mirror, Row.total_rev]
