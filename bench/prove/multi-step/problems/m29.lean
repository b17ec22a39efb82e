-- tags: lists, structures

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c : M, op (op a b) c = op a (op b c)
  one_op : ∀ a : M, op one a = a
  op_one : ∀ a : M, op a one = a

/-- The product of a list, from the right. -/
def fromRight {M : Type} (G : Monoid M) : List M → M
  | [] => G.one
  | x :: xs => G.op x (fromRight G xs)

/-- The product of an element and a list, from the left. -/
def fromLeft {M : Type} (G : Monoid M) : M → List M → M
  | a, [] => a
  | a, x :: xs => fromLeft G (G.op a x) xs

/-- Both directions give the same product. -/
theorem m29 {M : Type} (G : Monoid M) (xs : List M) : fromLeft G G.one xs = fromRight G xs := by
  sorry
