-- tags: nat

/-- The larger of two numbers. -/
def larger (m n : Nat) : Nat :=
  if m ≤ n then n else m

/-- The larger number is at least the first one. -/
theorem s20 (m n : Nat) : m ≤ larger m n := by
  sorry
