-- tags: own

/-- Any number of steps of a relation. -/
inductive Steps {α : Type} (r : α → α → Prop) : α → α → Prop where
  | none (a : α) : Steps r a a
  | more {a b c : α} : r a b → Steps r b c → Steps r a c

/-- Two paths after each other. -/
theorem s49 {α : Type} {r : α → α → Prop} {a b c : α} (h : Steps r a b) (k : Steps r b c) : Steps r a c := by
  sorry
