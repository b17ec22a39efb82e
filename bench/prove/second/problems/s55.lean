-- tags: own

/-- A reflexive and transitive relation. -/
structure Preorder (α : Type) where
  le : α → α → Prop
  refl : ∀ a, le a a
  trans : ∀ {a b c}, le a b → le b c → le a c

/-- Strictly below. -/
def Preorder.lt {α : Type} (P : Preorder α) (a b : α) : Prop :=
  P.le a b ∧ ¬ P.le b a

/-- A strict step, then another one. -/
theorem s55 {α : Type} (P : Preorder α) {a b c : α} (h : P.lt a b) (k : P.le b c) : P.lt a c := by
  sorry
