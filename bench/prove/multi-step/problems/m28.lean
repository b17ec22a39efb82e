-- tags: lists, nat

/-- The first elements of a list. -/
def first {α : Type} : Nat → List α → List α
  | 0, xs => []
  | n + 1, [] => []
  | n + 1, x :: xs => x :: first n xs

/-- The list without its first elements. -/
def rest {α : Type} : Nat → List α → List α
  | 0, xs => xs
  | n + 1, [] => []
  | n + 1, x :: xs => rest n xs

/-- The number of elements. -/
def size {α : Type} : List α → Nat
  | [] => 0
  | x :: xs => size xs + 1

/-- The sizes of both parts, in the other order, add up to the size of the list. -/
theorem m28 {α : Type} (n : Nat) (xs : List α) : size (rest n xs) + size (first n xs) = size xs := by
  sorry
