-- tags: list

/-- The same element several times. -/
def copies {α : Type} : Nat → α → List α
  | 0, _ => []
  | n + 1, a => a :: copies n a

/-- Copies in two portions. -/
theorem s43 {α : Type} (m n : Nat) (a : α) : copies (m + n) a = copies m a ++ copies n a := by
  sorry
