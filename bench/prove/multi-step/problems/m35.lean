-- tags: relations

/-- Some number of steps of a relation. -/
inductive Steps {α : Type} (R : α → α → Prop) : α → α → Prop where
  | done : (a : α) → Steps R a a
  | more : (a b c : α) → R a b → Steps R b c → Steps R a c

/-- If single steps can be joined by single steps, then ways can be joined by ways. -/
theorem m35 {α : Type} (R : α → α → Prop)
    (diamond : ∀ a b c : α, R a b → R a c → ∃ d : α, R b d ∧ R c d) (a b c : α) (h : Steps R a b) (k : Steps R a c) :
    ∃ d : α, Steps R b d ∧ Steps R c d := by
  sorry
