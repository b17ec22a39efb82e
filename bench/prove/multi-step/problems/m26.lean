-- tags: inductive types, nat

/-- Unary numbers. -/
inductive Num where
  | zero : Num
  | succ : Num → Num

/-- The sum, by recursion on the first number. -/
def add : Num → Num → Num
  | Num.zero, b => b
  | Num.succ a, b => Num.succ (add a b)

/-- The product, by recursion on the first number. -/
def mul : Num → Num → Num
  | Num.zero, b => Num.zero
  | Num.succ a, b => add b (mul a b)

/-- Multiplication of unary numbers is commutative. -/
theorem m26 (a b : Num) : mul a b = mul b a := by
  sorry
