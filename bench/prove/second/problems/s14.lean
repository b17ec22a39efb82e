-- tags: logic

/-- One of two cases is enough. -/
theorem s14 (p q r : Prop) (h : p → q ∨ r) : (p → q) ∨ (p → r) := by
  sorry
