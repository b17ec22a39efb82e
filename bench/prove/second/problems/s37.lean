-- tags: list

/-- The elements that pass the test. -/
def keep {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x then x :: keep p xs else keep p xs

/-- Sorting out twice. -/
theorem s37 {α : Type} (p : α → Bool) (xs : List α) : keep p (keep p xs) = keep p xs := by
  sorry
