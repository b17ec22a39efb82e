-- tags: chain
import Tally

open Tally

/-- Two ways of writing a tree down are equally long. -/
theorem p081 {α : Type} (t : Tree α) :
    Row.length (Tree.inorder (Tree.mirror t)) = Row.length (Tree.preorder t) := by
  rw [Tree.length_inorder, Tree.length_preorder, Tree.size_mirror]
