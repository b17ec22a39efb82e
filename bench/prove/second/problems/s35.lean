-- tags: list

/-- Whether all elements pass the test. -/
def every {α : Type} (p : α → Bool) : List α → Bool
  | [] => true
  | x :: xs => p x && every p xs

/-- All elements of two lists. -/
theorem s35 {α : Type} (p : α → Bool) (xs ys : List α) : every p (xs ++ ys) = (every p xs && every p ys) := by
  sorry
