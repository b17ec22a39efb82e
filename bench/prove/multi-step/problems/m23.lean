-- tags: lists, nat

/-- Puts a number before the first one that is not smaller. -/
def place (n : Nat) : List Nat → List Nat
  | [] => [n]
  | m :: ms => if n ≤ m then n :: m :: ms else m :: place n ms

/-- Sorts by inserting each number. -/
def sort : List Nat → List Nat
  | [] => []
  | n :: ns => place n (sort ns)

/-- The sum of a list. -/
def total : List Nat → Nat
  | [] => 0
  | n :: ns => n + total ns

/-- Sorting keeps the sum. -/
theorem m23 (ns : List Nat) : total (sort ns) = total ns := by
  sorry
