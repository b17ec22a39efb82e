-- tags: lists, bool

/-- The elements that pass the test. -/
def keep {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x then x :: keep p xs else keep p xs

/-- The order of two tests does not matter. -/
theorem m21 {α : Type} (p q : α → Bool) (xs : List α) : keep p (keep q xs) = keep q (keep p xs) := by
  sorry
