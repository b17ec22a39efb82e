-- tags: list

/-- An element of a list. -/
inductive In {α : Type} (a : α) : List α → Prop where
  | here (xs : List α) : In a (a :: xs)
  | there (x : α) {xs : List α} : In a xs → In a (x :: xs)

/-- Elements of the second part. -/
theorem s33 {α : Type} (a : α) (xs ys : List α) (h : In a ys) : In a (xs ++ ys) := by
  sorry
