-- tags: logic

/-- Exactly one element has the property. -/
def ExactlyOne {α : Type} (p : α → Prop) : Prop :=
  ∃ x, p x ∧ ∀ y, p y → y = x

/-- Two elements with a property that only one has. -/
theorem s08 {α : Type} {p : α → Prop} (h : ExactlyOne p) {a b : α} (ha : p a) (hb : p b) : a = b := by
  sorry
