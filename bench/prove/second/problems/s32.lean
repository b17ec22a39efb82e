-- tags: list

/-- A function that changes no element changes no list. -/
theorem s32 {α : Type} (f : α → α) (h : ∀ x, f x = x) (xs : List α) : xs.map f = xs := by
  sorry
