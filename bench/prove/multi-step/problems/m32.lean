-- tags: structures

/-- A group. -/
structure Group (A : Type) where
  op : A → A → A
  one : A
  inv : A → A
  assoc : ∀ a b c : A, op (op a b) c = op a (op b c)
  one_op : ∀ a : A, op one a = a
  op_one : ∀ a : A, op a one = a
  inv_op : ∀ a : A, op (inv a) a = one
  op_inv : ∀ a : A, op a (inv a) = one

/-- A homomorphism with a trivial kernel is one-to-one. -/
theorem m32 {A B : Type} (G : Group A) (H : Group B) (f : A → B)
    (hom : ∀ x y : A, f (G.op x y) = H.op (f x) (f y)) (kernel : ∀ x : A, f x = H.one → x = G.one)
    (x y : A) (h : f x = f y) : x = y := by
  sorry
