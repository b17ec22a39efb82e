-- tags: lists, nat

/-- The sum of a list. -/
def total : List Nat → Nat
  | [] => 0
  | n :: ns => n + total ns

/-- The sum of a list and a number, computed in a loop. -/
def totalFrom : Nat → List Nat → Nat
  | sum, [] => sum
  | sum, n :: ns => totalFrom (sum + n) ns

/-- The loop that starts with zero computes the sum. -/
theorem m04 (ns : List Nat) : totalFrom 0 ns = total ns := by
  sorry
