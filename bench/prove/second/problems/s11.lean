-- tags: logic

/-- Different arguments have different values. -/
def Injective {α β : Type} (f : α → β) : Prop :=
  ∀ x y, f x = f y → x = y

/-- The first of two functions, if both together are injective. -/
theorem s11 {α β γ : Type} (f : α → β) (g : β → γ) (h : Injective (g ∘ f)) : Injective f := by
  sorry
