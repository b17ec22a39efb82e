-- tags: nat

/-- An induction that goes back two steps. -/
theorem s28 (p : Nat → Prop) (zero : p 0) (one : p 1) (step : ∀ n, p n → p (n + 1) → p (n + 2)) (n : Nat) :
    p n := by
  sorry
