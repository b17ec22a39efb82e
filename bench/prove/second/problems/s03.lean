-- tags: logic

/-- If not everything has one of two properties, then something has neither. -/
theorem s03 {α : Type} (p q : α → Prop) (h : ¬ ∀ x, p x ∨ q x) : ∃ x, ¬ p x ∧ ¬ q x := by
  sorry
