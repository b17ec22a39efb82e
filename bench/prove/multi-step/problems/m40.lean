-- tags: logic, functions

/-- No function from a type to its predicates is onto, and hence none from the predicates back undoes one. -/
theorem m40 {α : Type} (f : α → α → Prop) (g : (α → Prop) → α) (h : ∀ P : α → Prop, f (g P) = P) : False := by
  sorry
