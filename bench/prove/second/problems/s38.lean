-- tags: list

/-- The number of elements. -/
def size {α : Type} : List α → Nat
  | [] => 0
  | _ :: xs => size xs + 1

theorem size_append {α : Type} (xs ys : List α) : size (xs ++ ys) = size xs + size ys := by
  induction xs with
  | nil => simp [size]
  | cons x xs ih => simp [size, ih]; rw [Nat.succ_add]; rfl

/-- The reverse of a list. -/
def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

/-- A list has as many elements as its reverse. -/
theorem s38 {α : Type} (xs : List α) : size (rev xs) = size xs := by
  sorry
