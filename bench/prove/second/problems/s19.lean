-- tags: nat

/-- A power of two. -/
def twoTo : Nat → Nat
  | 0 => 1
  | n + 1 => twoTo n + twoTo n

/-- A number is less than its power of two. -/
theorem s19 (n : Nat) : n < twoTo n := by
  sorry
