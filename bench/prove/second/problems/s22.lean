-- tags: nat

/-- Powers, by repeated multiplication. -/
def power (a : Nat) : Nat → Nat
  | 0 => 1
  | n + 1 => power a n * a

/-- The law of exponents. -/
theorem s22 (a m n : Nat) : power a (m + n) = power a m * power a n := by
  sorry
