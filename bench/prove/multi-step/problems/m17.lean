-- tags: functions, nat

/-- Applies a function several times. -/
def iterate {α : Type} (f : α → α) : Nat → α → α
  | 0, x => x
  | n + 1, x => f (iterate f n x)

/-- Repetitions of the same function commute. -/
theorem m17 {α : Type} (f : α → α) (m n : Nat) (x : α) : iterate f m (iterate f n x) = iterate f n (iterate f m x) := by
  sorry
