-- tags: nat

/-- A summand that changes nothing. -/
theorem s29 (a b c : Nat) (h : a + b + c = b + c) : a = 0 := by
  sorry
