-- tags: compilers, cases

/-- Sums of variables and of zero and one. -/
inductive Term where
  | zero : Term
  | one : Term
  | var : Nat → Term
  | plus : Term → Term → Term

/-- The value of a term where the variables have values. -/
def value (env : Nat → Nat) : Term → Nat
  | Term.zero => 0
  | Term.one => 1
  | Term.var x => env x
  | Term.plus a b => value env a + value env b

/-- A sum, in another form unless it begins with a variable. -/
def smartPlus : Term → Term → Term
  | Term.zero, b => b
  | Term.one, b => Term.plus b Term.one
  | Term.var x, b => Term.plus (Term.var x) b
  | Term.plus a c, b => Term.plus a (Term.plus c b)

/-- The term without sums that begin with zero, one or a sum. -/
def simpler : Term → Term
  | Term.zero => Term.zero
  | Term.one => Term.one
  | Term.var x => Term.var x
  | Term.plus a b => smartPlus (simpler a) (simpler b)

/-- The simpler term has the same value. -/
theorem m10 (env : Nat → Nat) (e : Term) : value env (simpler e) = value env e := by
  sorry
