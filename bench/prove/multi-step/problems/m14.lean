-- tags: structures

/-- A group whose laws are about the left side only. -/
structure Group (G : Type) where
  op : G → G → G
  one : G
  inv : G → G
  assoc : ∀ a b c : G, op (op a b) c = op a (op b c)
  one_op : ∀ a : G, op one a = a
  inv_op : ∀ a : G, op (inv a) a = one

/-- The inverse of a product. -/
theorem m14 {A : Type} (G : Group A) (a b : A) : G.inv (G.op a b) = G.op (G.inv b) (G.inv a) := by
  sorry
