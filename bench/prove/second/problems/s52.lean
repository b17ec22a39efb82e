-- tags: own

/-- A binary tree with values at its nodes. -/
inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

/-- Applies a function to all values. -/
def Tree.map {α β : Type} (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l a r => node (map f l) (f a) (map f r)

/-- The values from left to right. -/
def Tree.values {α : Type} : Tree α → List α
  | leaf => []
  | node l a r => values l ++ a :: values r

theorem map_append {α β : Type} (f : α → β) (xs ys : List α) : (xs ++ ys).map f = xs.map f ++ ys.map f := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp [List.map, ih]

/-- The values of a tree to which a function was applied. -/
theorem s52 {α β : Type} (f : α → β) (t : Tree α) : (t.map f).values = t.values.map f := by
  sorry
