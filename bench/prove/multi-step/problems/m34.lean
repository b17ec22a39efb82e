-- tags: relations

/-- A relation that compares and that does not distinguish two elements below each other. -/
structure Order (A : Type) where
  le : A → A → Prop
  refl : ∀ a : A, le a a
  trans : ∀ a b c : A, le a b → le b c → le a c
  antisymm : ∀ a b : A, le a b → le b a → a = b

/-- Two functions between orders that form a Galois connection: the composites of three are single ones. -/
theorem m34 {A B : Type} (P : Order A) (Q : Order B) (f : A → B) (g : B → A)
    (adjoint : ∀ (a : A) (b : B), Q.le (f a) b ↔ P.le a (g b)) (a : A) : f (g (f a)) = f a := by
  sorry
