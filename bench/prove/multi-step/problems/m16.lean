-- tags: functions

/-- Different arguments have different values. -/
def OneToOne {α β : Type} (f : α → β) : Prop := ∀ x y : α, f x = f y → x = y

/-- Every element is a value. -/
def Onto {α β : Type} (f : α → β) : Prop := ∀ y : β, ∃ x : α, f x = y

/-- If the composite is one-to-one and the first function is onto, then the second one is one-to-one. -/
theorem m16 {α β γ : Type} (f : α → β) (g : β → γ) (h : OneToOne (fun x => g (f x))) (k : Onto f) :
    OneToOne g := by
  sorry
