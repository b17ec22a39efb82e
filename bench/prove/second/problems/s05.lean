-- tags: logic

/-- Deciding both is deciding each. -/
theorem s05 (p q : Prop) [Decidable p] [Decidable q] : decide (p ∧ q) = (decide p && decide q) := by
  sorry
