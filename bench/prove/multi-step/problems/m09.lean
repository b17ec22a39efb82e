-- tags: compilers

/-- Products and sums of numbers. -/
inductive Term where
  | num : Nat → Term
  | plus : Term → Term → Term
  | times : Term → Term → Term

/-- The value of a term. -/
def value : Term → Nat
  | Term.num n => n
  | Term.plus a b => value a + value b
  | Term.times a b => value a * value b

/-- A program for a stack machine. -/
inductive Code where
  | stop : Code
  | push : Nat → Code → Code
  | add : Code → Code
  | mul : Code → Code

/-- The stack after a program. The program is stuck if the stack is too short. -/
def run : Code → List Nat → List Nat
  | Code.stop, s => s
  | Code.push n c, s => run c (n :: s)
  | Code.add c, b :: a :: s => run c ((a + b) :: s)
  | Code.add c, s => s
  | Code.mul c, b :: a :: s => run c ((a * b) :: s)
  | Code.mul c, s => s

/-- The code of a term, put before other code. -/
def code : Term → Code → Code
  | Term.num n, c => Code.push n c
  | Term.plus a b, c => code a (code b (Code.add c))
  | Term.times a b, c => code a (code b (Code.mul c))

/-- The complete program of a term leaves its value on the stack. -/
theorem m09 (e : Term) : run (code e Code.stop) [] = [value e] := by
  sorry
