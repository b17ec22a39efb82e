-- tags: own

/-- A reflexive and transitive relation. -/
structure Preorder (α : Type) where
  le : α → α → Prop
  refl : ∀ a, le a a
  trans : ∀ a b c, le a b → le b c → le a c

/-- A Galois connection. -/
structure Connection {α β : Type} (P : Preorder α) (Q : Preorder β) where
  lower : α → β
  upper : β → α
  adjoint : ∀ a b, Q.le (lower a) b ↔ P.le a (upper b)

/-- The lower function is monotone. -/
theorem s56 {α β : Type} {P : Preorder α} {Q : Preorder β} (C : Connection P Q) (a b : α) (h : P.le a b) :
    Q.le (C.lower a) (C.lower b) := by
  sorry
