-- tags: logic

/-- The first of two values that is there. -/
def first {α : Type} : Option α → Option α → Option α
  | some a, _ => some a
  | none, o => o

/-- Asking three sources, one after the other. -/
theorem s01 {α : Type} (a b c : Option α) : first (first a b) c = first a (first b c) := by
  sorry
