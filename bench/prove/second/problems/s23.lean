-- tags: nat

/-- Whether a number is even. -/
def even : Nat → Bool
  | 0 => true
  | n + 1 => !even n

/-- A double is even. -/
theorem s23 (n : Nat) : even (n + n) = true := by
  sorry
