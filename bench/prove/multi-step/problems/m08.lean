-- tags: compilers

/-- Sums of numbers. -/
inductive Term where
  | num : Nat → Term
  | plus : Term → Term → Term

/-- The value of a term. -/
def value : Term → Nat
  | Term.num n => n
  | Term.plus a b => value a + value b

/-- An instruction of a stack machine. -/
inductive Instr where
  | push : Nat → Instr
  | add : Instr

/-- The stack after one instruction. Nothing happens if it is too short. -/
def step : Instr → List Nat → List Nat
  | Instr.push n, s => n :: s
  | Instr.add, b :: a :: s => (a + b) :: s
  | Instr.add, s => s

/-- The stack after a program. -/
def run : List Instr → List Nat → List Nat
  | [], s => s
  | i :: is, s => run is (step i s)

/-- The program of a term. -/
def compile : Term → List Instr
  | Term.num n => [Instr.push n]
  | Term.plus a b => compile a ++ (compile b ++ [Instr.add])

/-- The program of a term pushes its value. -/
theorem m08 (e : Term) (s : List Nat) : run (compile e) s = value e :: s := by
  sorry
