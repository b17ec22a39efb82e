-- tags: logic

/-- A function of one of two values. -/
theorem s13 {α β : Type} (p : Prop) [Decidable p] (f : α → β) (a b : α) :
    f (if p then a else b) = if p then f a else f b := by
  sorry
