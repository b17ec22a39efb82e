-- tags: nat

/-- Divisible by two. -/
def Even (n : Nat) : Prop :=
  ∃ k, n = k + k

/-- The sum of two even numbers. -/
theorem s18 (m n : Nat) (hm : Even m) (hn : Even n) : Even (m + n) := by
  sorry
