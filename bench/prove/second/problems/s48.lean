-- tags: own

/-- Types whose values have a weight. -/
class Weight (α : Type) where
  weight : α → Nat

instance : Weight Nat where
  weight n := n

instance {α β : Type} [Weight α] [Weight β] : Weight (α × β) where
  weight pair := Weight.weight pair.1 + Weight.weight pair.2

instance {α : Type} [Weight α] : Weight (Option α) where
  weight
    | none => 0
    | some a => Weight.weight a + 1

/-- The weight of a pair does not depend on the order. -/
theorem s48 {α β : Type} [Weight α] [Weight β] (a : α) (b : β) : Weight.weight (a, b) = Weight.weight (b, a) := by
  sorry
