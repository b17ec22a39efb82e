-- tags: lists, trees

/-- A binary tree with values at its nodes. -/
inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

/-- The values of a tree from left to right. -/
def values {α : Type} : Tree α → List α
  | Tree.leaf => []
  | Tree.node l x r => values l ++ (x :: values r)

/-- The tree in a mirror. -/
def mirror {α : Type} : Tree α → Tree α
  | Tree.leaf => Tree.leaf
  | Tree.node l x r => Tree.node (mirror r) x (mirror l)

/-- The reverse of a list. -/
def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

/-- The mirror image has the values in reverse order. -/
theorem m06 {α : Type} (t : Tree α) : values (mirror t) = rev (values t) := by
  sorry
