-- tags: relations

/-- Some number of steps of a relation. -/
inductive Steps {α : Type} (R : α → α → Prop) : α → α → Prop where
  | done : (a : α) → Steps R a a
  | more : (a b c : α) → R a b → Steps R b c → Steps R a c

/-- The way back consists of steps of the converse relation. -/
theorem m12 {α : Type} (R : α → α → Prop) (a b : α) (h : Steps R a b) : Steps (fun x y => R y x) b a := by
  sorry
