-- tags: list

/-- A number is at most every element of a list. -/
def LowerBound (n : Nat) : List Nat → Prop
  | [] => True
  | x :: xs => n ≤ x ∧ LowerBound n xs

/-- Smaller numbers are lower bounds, too. -/
theorem s39 (m n : Nat) (xs : List Nat) (le : m ≤ n) (h : LowerBound n xs) : LowerBound m xs := by
  sorry
