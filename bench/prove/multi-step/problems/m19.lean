-- tags: logic

/-- In every bar with a guest there is one such that, if that guest drinks, everybody drinks. -/
theorem m19 {Guest : Type} (Drinks : Guest → Prop) (someone : Guest) :
    ∃ x : Guest, Drinks x → ∀ y : Guest, Drinks y := by
  sorry
