-- tags: plain
import Tally.Tree

open Tally

/-- Renaming the entries of a tree held to a glass. -/
theorem p094 {α : Type} (f : α → α) (t : Tree α) :
    Tree.mirror (Tree.map f t) = Tree.map f (Tree.mirror t) := by
  induction t <;> simp_all [Tree.map, Tree.mirror]
