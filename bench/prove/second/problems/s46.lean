-- tags: own

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c, op (op a b) c = op a (op b c)
  one_op : ∀ a, op one a = a
  op_one : ∀ a, op a one = a

/-- A left inverse is equal to a right inverse. -/
theorem s46 {A : Type} (M : Monoid A) (a b c : A) (hb : M.op b a = M.one) (hc : M.op a c = M.one) : b = c := by
  sorry
