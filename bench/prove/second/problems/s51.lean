-- tags: own

/-- Even numbers, by steps of two. -/
inductive Even : Nat → Prop where
  | zero : Even 0
  | next {n : Nat} : Even n → Even (n + 2)

/-- The sum of even numbers. -/
theorem s51 {m n : Nat} (hm : Even m) (hn : Even n) : Even (m + n) := by
  sorry
