-- tags: inductive types, nat

/-- Unary numbers. -/
inductive Num where
  | zero : Num
  | succ : Num → Num

/-- The sum, by recursion on the first number. -/
def add : Num → Num → Num
  | Num.zero, b => b
  | Num.succ a, b => Num.succ (add a b)

/-- Addition of unary numbers is commutative. -/
theorem m25 (a b : Num) : add a b = add b a := by
  sorry
