-- tags: list

/-- Pairs of the elements at the same places. -/
def pairs {α β : Type} : List α → List β → List (α × β)
  | x :: xs, y :: ys => (x, y) :: pairs xs ys
  | _, _ => []

/-- The first elements of the pairs, if both lists have the same length. -/
theorem s40 {α β : Type} (xs : List α) (ys : List β) (h : xs.length = ys.length) :
    (pairs xs ys).map Prod.fst = xs := by
  sorry
