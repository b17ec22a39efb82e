-- tags: logic

/-- Where the result of a lookup comes from. -/
theorem s07 {α β : Type} (o : Option α) (f : α → Option β) (b : β) (h : o.bind f = some b) :
    ∃ a, o = some a ∧ f a = some b := by
  sorry
