-- tags: logic

/-- If a condition gives a witness, then one element is a witness under the condition. -/
theorem s02 {α : Type} (p : α → Prop) (q : Prop) (a : α) (h : q → ∃ x, p x) : ∃ x, q → p x := by
  sorry
