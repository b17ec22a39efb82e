-- tags: own

/-- A group. -/
class Group (G : Type) where
  op : G → G → G
  one : G
  inv : G → G
  assoc : ∀ a b c, op (op a b) c = op a (op b c)
  one_op : ∀ a, op one a = a
  inv_op : ∀ a, op (inv a) a = one

open Group

/-- Only the neutral element is its own square. -/
theorem one_of_square {G : Type} [Group G] (a : G) (h : op a a = a) : a = one := by
  have g : op (inv a) (op a a) = op (inv a) a := congrArg (op (inv a)) h
  rw [← assoc, inv_op, one_op] at g
  exact g

/-- A homomorphism. -/
structure Hom (G H : Type) [Group G] [Group H] where
  map : G → H
  map_op : ∀ a b, map (op a b) = op (map a) (map b)

/-- A homomorphism keeps the neutral element. -/
theorem s57 {G H : Type} [Group G] [Group H] (φ : Hom G H) : φ.map one = one := by
  sorry
