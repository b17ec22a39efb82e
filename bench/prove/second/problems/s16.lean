-- tags: nat

/-- The sum of the first numbers. -/
def sumTo : Nat → Nat
  | 0 => 0
  | n + 1 => sumTo n + (n + 1)

/-- The formula for the sum, without a division. -/
theorem s16 (n : Nat) : sumTo n + sumTo n = n * (n + 1) := by
  sorry
