-- tags: own

/-- A semilattice. -/
class Meets (α : Type) where
  meet : α → α → α
  idem : ∀ a, meet a a = a
  comm : ∀ a b, meet a b = meet b a
  assoc : ∀ a b c, meet (meet a b) c = meet a (meet b c)

open Meets

/-- The order of a semilattice. -/
def below {α : Type} [Meets α] (a b : α) : Prop :=
  meet a b = a

/-- The meet is below its first element. -/
theorem s47 {α : Type} [Meets α] (a b : α) : below (meet a b) a := by
  sorry
