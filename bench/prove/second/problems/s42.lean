-- tags: list

/-- A list begins with another one. -/
def Prefix {α : Type} (xs ys : List α) : Prop :=
  ∃ tail, xs ++ tail = ys

/-- The beginning of a beginning. -/
theorem s42 {α : Type} {xs ys zs : List α} (h : Prefix xs ys) (k : Prefix ys zs) : Prefix xs zs := by
  sorry
