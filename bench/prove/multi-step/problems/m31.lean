-- tags: structures, nat

/-- A set with an associative operation and a neutral element. -/
structure Monoid (M : Type) where
  op : M → M → M
  one : M
  assoc : ∀ a b c : M, op (op a b) c = op a (op b c)
  one_op : ∀ a : M, op one a = a
  op_one : ∀ a : M, op a one = a

/-- A product of copies of an element. -/
def power {M : Type} (G : Monoid M) (x : M) : Nat → M
  | 0 => G.one
  | n + 1 => G.op x (power G x n)

/-- Powers of an element commute with everything that the element commutes with, and with each other. -/
theorem m31 {M : Type} (G : Monoid M) (x y : M) (h : G.op x y = G.op y x) (m n : Nat) :
    G.op (power G x m) (power G y n) = G.op (power G y n) (power G x m) := by
  sorry
