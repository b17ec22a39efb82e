-- tags: nat

/-- The first number divides the second one. -/
def Divides (a b : Nat) : Prop :=
  ∃ c, b = a * c

/-- A common divisor divides every combination. -/
theorem s26 (d a b x y : Nat) (ha : Divides d a) (hb : Divides d b) : Divides d (a * x + b * y) := by
  sorry
