-- tags: logic

/-- No barber shaves exactly those who do not shave themselves. -/
theorem s15 {α : Type} (shaves : α → α → Prop) : ¬ ∃ b, ∀ x, shaves b x ↔ ¬ shaves x x := by
  sorry
