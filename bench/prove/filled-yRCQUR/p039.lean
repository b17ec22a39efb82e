-- tags: plain
import Tally

open Tally

/-- The tree with one node is its own mirror image. -/
theorem p039 {α : Type} (x y : α) (h : x = y) : Tree.mirror (Tree.single x) = Tree.single y := by
  subst h
  rfl
