-- tags: structures, relations

/-- An order with a least upper bound of each two elements. -/
structure Joins (L : Type) where
  le : L → L → Prop
  join : L → L → L
  refl : ∀ a : L, le a a
  trans : ∀ a b c : L, le a b → le b c → le a c
  antisymm : ∀ a b : L, le a b → le b a → a = b
  left : ∀ a b : L, le a (join a b)
  right : ∀ a b : L, le b (join a b)
  least : ∀ a b c : L, le a c → le b c → le (join a b) c

/-- Least upper bounds are associative. -/
theorem m33 {L : Type} (J : Joins L) (a b c : L) : J.join (J.join a b) c = J.join a (J.join b c) := by
  sorry
