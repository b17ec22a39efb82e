-- tags: list

/-- The sum of a list. -/
def sum : List Nat → Nat
  | [] => 0
  | n :: ns => n + sum ns

/-- The sum of two lists after each other. -/
theorem s31 (ms ns : List Nat) : sum (ms ++ ns) = sum ms + sum ns := by
  sorry
