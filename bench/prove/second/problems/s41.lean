-- tags: list

/-- The last element, if there is one. -/
def last {α : Type} : List α → Option α
  | [] => none
  | x :: xs =>
    match last xs with
    | none => some x
    | some y => some y

/-- The last element of a list to which an element was added. -/
theorem s41 {α : Type} (xs : List α) (a : α) : last (xs ++ [a]) = some a := by
  sorry
