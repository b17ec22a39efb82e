-- tags: structures

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c : M, op (op a b) c = op a (op b c)
  one_op : ∀ a : M, op one a = a
  op_one : ∀ a : M, op a one = a

/-- A left inverse and a right inverse of the same element are equal. -/
theorem m13 {M : Type} (G : Monoid M) (a b c : M) (h : G.op b a = G.one) (k : G.op a c = G.one) : b = c := by
  sorry
