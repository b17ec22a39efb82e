-- tags: logic

/-- What follows from an example follows from each of them. -/
theorem s10 {α : Type} (p : α → Prop) (q : Prop) : ((∃ x, p x) → q) ↔ ∀ x, p x → q := by
  sorry
