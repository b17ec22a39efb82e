-- tags: list

/-- How often an element is in a list. -/
def times {α : Type} [DecidableEq α] (a : α) : List α → Nat
  | [] => 0
  | x :: xs => if a = x then times a xs + 1 else times a xs

/-- An element of a list. -/
inductive In {α : Type} (a : α) : List α → Prop where
  | here (xs : List α) : In a (a :: xs)
  | there (x : α) {xs : List α} : In a xs → In a (x :: xs)

/-- An element is in its list at least once. -/
theorem s45 {α : Type} [DecidableEq α] {a : α} {xs : List α} (h : In a xs) : 0 < times a xs := by
  sorry
