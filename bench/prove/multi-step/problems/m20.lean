-- tags: relations, logic

/-- In a symmetric and transitive relation in which everything has a partner, two elements are related exactly if they
have the same partners. -/
theorem m20 {α : Type} (R : α → α → Prop) (symm : ∀ a b : α, R a b → R b a)
    (trans : ∀ a b c : α, R a b → R b c → R a c) (partner : ∀ a : α, ∃ b : α, R a b) (x y : α) :
    R x y ↔ ∀ z : α, R x z ↔ R y z := by
  sorry
