-- tags: own

/-- Any number of steps of a relation. -/
inductive Steps {α : Type} (r : α → α → Prop) : α → α → Prop where
  | none (a : α) : Steps r a a
  | more {a b c : α} : r a b → Steps r b c → Steps r a c

/-- What no step changes, no path changes. -/
theorem s50 {α β : Type} {r : α → α → Prop} (f : α → β) (same : ∀ x y, r x y → f x = f y) {a b : α}
    (h : Steps r a b) : f a = f b := by
  sorry
