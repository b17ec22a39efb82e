-- tags: list

/-- A start value of an associative operation can be taken out of a fold. -/
theorem s44 {α : Type} (f : α → α → α) (assoc : ∀ a b c, f (f a b) c = f a (f b c)) (a b : α) (xs : List α) :
    xs.foldl f (f a b) = f a (xs.foldl f b) := by
  sorry
