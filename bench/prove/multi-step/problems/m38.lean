-- tags: trees, logic

/-- A binary tree with values at its nodes. -/
inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

/-- A value is in a list. -/
def inList {α : Type} (x : α) : List α → Prop
  | [] => False
  | y :: ys => x = y ∨ inList x ys

/-- A value is in a tree. -/
def inTree {α : Type} (x : α) : Tree α → Prop
  | Tree.leaf => False
  | Tree.node l y r => x = y ∨ (inTree x l ∨ inTree x r)

/-- The values of a tree, from left to right. -/
def values {α : Type} : Tree α → List α
  | Tree.leaf => []
  | Tree.node l x r => values l ++ (x :: values r)

/-- The values of a tree are those that are in it. -/
theorem m38 {α : Type} (x : α) (t : Tree α) : inList x (values t) ↔ inTree x t := by
  sorry
