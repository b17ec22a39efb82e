-- tags: nat, lists

/-- The larger of two numbers. -/
def larger : Nat → Nat → Nat
  | 0, n => n
  | m + 1, 0 => m + 1
  | m + 1, n + 1 => larger m n + 1

/-- The largest number of a list, 0 if it is empty. -/
def largest : List Nat → Nat
  | [] => 0
  | n :: ns => larger n (largest ns)

/-- The order of two parts of a list does not change the largest number. -/
theorem m27 (ms ns : List Nat) : largest (ms ++ ns) = largest (ns ++ ms) := by
  sorry
