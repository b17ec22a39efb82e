-- tags: lists

/-- The reverse of a list. -/
def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

/-- Moves the second list, element by element, to the front of the first. -/
def shift {α : Type} : List α → List α → List α
  | acc, [] => acc
  | acc, x :: xs => shift (x :: acc) xs

/-- Reversing with an accumulator is reversing. -/
theorem m01 {α : Type} (xs : List α) : shift [] xs = rev xs := by
  sorry
