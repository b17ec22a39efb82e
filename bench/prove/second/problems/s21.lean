-- tags: nat

/-- The factorial. -/
def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n

/-- A factorial is never zero. -/
theorem s21 (n : Nat) : 0 < fact n := by
  sorry
