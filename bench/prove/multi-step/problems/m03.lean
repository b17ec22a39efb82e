-- tags: lists

/-- The reverse of a list. -/
def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

/-- Reversing a list whose second part is reversed. -/
theorem m03 {α : Type} (xs ys : List α) : rev (xs ++ rev ys) = ys ++ rev xs := by
  sorry
