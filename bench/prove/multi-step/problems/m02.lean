-- tags: lists

/-- The reverse of a list. -/
def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

/-- Reversing twice gives the same list. -/
theorem m02 {α : Type} (xs : List α) : rev (rev xs) = xs := by
  sorry
