-- tags: nat

/-- A sequence that grows with every step is at least as large as its index. -/
theorem s24 (f : Nat → Nat) (h : ∀ n, f n < f (n + 1)) (n : Nat) : n ≤ f n := by
  sorry
