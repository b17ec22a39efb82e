-- tags: nat, bool

/-- Whether a number is even. -/
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => !(isEven n)

/-- Doubles of all numbers are even, and one more is odd. -/
theorem m18 (n : Nat) : isEven (n + n) = true ∧ isEven (n + n + 1) = false := by
  sorry
