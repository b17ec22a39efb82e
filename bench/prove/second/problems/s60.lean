-- tags: own

/-- Two types with functions that undo each other. -/
structure Iso (α β : Type) where
  to : α → β
  back : β → α
  back_to : ∀ a, back (to a) = a
  to_back : ∀ b, to (back b) = b

/-- One after the other. -/
def Iso.comp {α β γ : Type} (i : Iso α β) (j : Iso β γ) : Iso α γ where
  to a := j.to (i.to a)
  back c := i.back (j.back c)
  back_to a := by simp [i.back_to, j.back_to]
  to_back c := by simp [i.to_back, j.to_back]

/-- Two isomorphisms after each other are injective. -/
theorem s60 {α β γ : Type} (i : Iso α β) (j : Iso β γ) {x y : α} (h : (i.comp j).to x = (i.comp j).to y) : x = y := by
  sorry
