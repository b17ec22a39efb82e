-- tags: list

/-- An element of a list. -/
inductive In {α : Type} (a : α) : List α → Prop where
  | here (xs : List α) : In a (a :: xs)
  | there (x : α) {xs : List α} : In a xs → In a (x :: xs)

/-- The value of an element is in the list of values. -/
theorem s34 {α β : Type} (f : α → β) {a : α} {xs : List α} (h : In a xs) : In (f a) (xs.map f) := by
  sorry
