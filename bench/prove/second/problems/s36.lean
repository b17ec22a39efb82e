-- tags: list

/-- The elements before the first one that fails the test. -/
def front {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x then x :: front p xs else []

/-- The other elements. -/
def rest {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x then rest p xs else x :: xs

/-- Both parts together are the list. -/
theorem s36 {α : Type} (p : α → Bool) (xs : List α) : front p xs ++ rest p xs = xs := by
  sorry
