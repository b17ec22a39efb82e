-- tags: trees, nat

/-- A binary tree without values. -/
inductive Shape where
  | tip : Shape
  | fork : Shape → Shape → Shape

/-- The number of forks. -/
def forks : Shape → Nat
  | Shape.tip => 0
  | Shape.fork l r => (forks l + forks r) + 1

/-- Adds the number of forks to a counter. -/
def countForks : Shape → Nat → Nat
  | Shape.tip, n => n
  | Shape.fork l r, n => countForks l (countForks r (n + 1))

/-- Counting from zero gives the number of forks. -/
theorem m07 (t : Shape) : countForks t 0 = forks t := by
  sorry
