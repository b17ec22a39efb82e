-- tags: trees, structures

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c : M, op (op a b) c = op a (op b c)
  one_op : ∀ a : M, op one a = a
  op_one : ∀ a : M, op a one = a

/-- A binary tree with values at its nodes. -/
inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

/-- The values of a tree from left to right. -/
def values {α : Type} : Tree α → List α
  | Tree.leaf => []
  | Tree.node l x r => values l ++ (x :: values r)

/-- The product of a list. -/
def product {M : Type} (G : Monoid M) : List M → M
  | [] => G.one
  | x :: xs => G.op x (product G xs)

/-- The product of a tree. -/
def treeProduct {M : Type} (G : Monoid M) : Tree M → M
  | Tree.leaf => G.one
  | Tree.node l x r => G.op (treeProduct G l) (G.op x (treeProduct G r))

/-- The product of a tree is that of its values. -/
theorem m30 {M : Type} (G : Monoid M) (t : Tree M) : product G (values t) = treeProduct G t := by
  sorry
