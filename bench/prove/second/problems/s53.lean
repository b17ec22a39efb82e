-- tags: own

/-- Sums and products of numbers. -/
inductive Expr where
  | num : Nat → Expr
  | add : Expr → Expr → Expr
  | mul : Expr → Expr → Expr

namespace Expr

/-- The value of an expression. -/
def eval : Expr → Nat
  | num n => n
  | add a b => eval a + eval b
  | mul a b => eval a * eval b

/-- Exchanges the operands everywhere. -/
def flip : Expr → Expr
  | num n => num n
  | add a b => add (flip b) (flip a)
  | mul a b => mul (flip b) (flip a)

end Expr

/-- Exchanging operands does not change the value. -/
theorem s53 (e : Expr) : e.flip.eval = e.eval := by
  sorry
