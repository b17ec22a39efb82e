-- tags: nat

/-- How many numbers below a bound pass the test. -/
def countBelow (p : Nat → Bool) : Nat → Nat
  | 0 => 0
  | n + 1 => if p n then countBelow p n + 1 else countBelow p n

/-- No more numbers pass than there are. -/
theorem s30 (p : Nat → Bool) (n : Nat) : countBelow p n ≤ n := by
  sorry
