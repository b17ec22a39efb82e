-- tags: retrieval
import Tally

open Tally

/-- Two trees that look alike in a glass. -/
theorem p023 {α : Type} (t u : Tree α) (h : Tree.mirror t = Tree.mirror (Tree.mirror u)) :
    t = Tree.mirror u := by
  exact Tree.mirror_inj h
