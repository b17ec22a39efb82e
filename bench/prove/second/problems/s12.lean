-- tags: logic

/-- Every value is taken. -/
def Surjective {α β : Type} (f : α → β) : Prop :=
  ∀ y, ∃ x, f x = y

/-- A left inverse of a surjective function is a right inverse. -/
theorem s12 {α β : Type} (f : α → β) (g : β → α) (left : ∀ x, g (f x) = x) (onto : Surjective f) (y : β) :
    f (g y) = y := by
  sorry
