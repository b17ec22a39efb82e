-- tags: own

/-- Lists with their length in the type. -/
inductive Vec (α : Type) : Nat → Type where
  | nil : Vec α 0
  | cons {n : Nat} : α → Vec α n → Vec α (n + 1)

/-- The elements as a list. -/
def Vec.toList {α : Type} : {n : Nat} → Vec α n → List α
  | _, nil => []
  | _, cons a v => a :: toList v

/-- The length in the type is the length of the list. -/
theorem s59 {α : Type} {n : Nat} (v : Vec α n) : v.toList.length = n := by
  sorry
