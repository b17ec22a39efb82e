-- tags: nat

/-- Half of a number, rounded down. -/
def half : Nat → Nat
  | 0 => 0
  | 1 => 0
  | n + 2 => half n + 1

/-- Half of the double. -/
theorem s17 (n : Nat) : half (n + n) = n := by
  sorry
