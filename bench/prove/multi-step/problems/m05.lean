-- tags: lists

/-- How many elements of a list pass the test. -/
def countIf {α : Type} (p : α → Bool) : List α → Nat
  | [] => 0
  | x :: xs => (if p x then 1 else 0) + countIf p xs

/-- The order of two parts of a list does not change how many elements pass the test. -/
theorem m05 {α : Type} (p : α → Bool) (xs ys : List α) : countIf p (xs ++ ys) = countIf p (ys ++ xs) := by
  sorry
