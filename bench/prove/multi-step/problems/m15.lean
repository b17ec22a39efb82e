-- tags: structures

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c : M, op (op a b) c = op a (op b c)
  one_op : ∀ a : M, op one a = a
  op_one : ∀ a : M, op a one = a

/-- If every square is one, then the operation is commutative. -/
theorem m15 {M : Type} (G : Monoid M) (h : ∀ x : M, G.op x x = G.one) (a b : M) : G.op a b = G.op b a := by
  sorry
