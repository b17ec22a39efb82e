-- tags: nat

/-- A sequence that never falls. -/
def Rising (f : Nat → Nat) : Prop :=
  ∀ n, f n ≤ f (n + 1)

/-- Several steps of a sequence that never falls. -/
theorem s25 (f : Nat → Nat) (h : Rising f) (m n : Nat) (le : m ≤ n) : f m ≤ f n := by
  sorry
