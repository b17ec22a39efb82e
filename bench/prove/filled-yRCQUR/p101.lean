-- tags: chain
import Tally.Tree

open Tally

/-- Neither the glass nor new names change how many there are. -/
theorem p101 {α β : Type} (f : α → β) (t : Tree α) :
    Tree.size (Tree.mirror (Tree.map f t)) = Tree.size t := by
  rw [Tree.size_mirror, Tree.size_map]
