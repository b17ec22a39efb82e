-- tags: compilers, functions

/-- Terms with variables. -/
inductive Term where
  | var : Nat → Term
  | num : Nat → Term
  | plus : Term → Term → Term

/-- The value of a term where the variables have values. -/
def value (env : Nat → Nat) : Term → Nat
  | Term.var x => env x
  | Term.num n => n
  | Term.plus a b => value env a + value env b

/-- Replaces each variable by a term. -/
def subst (s : Nat → Term) : Term → Term
  | Term.var x => s x
  | Term.num n => Term.num n
  | Term.plus a b => Term.plus (subst s a) (subst s b)

/-- Two replacements, one after the other, change the values of the variables twice. -/
theorem m37 (s t : Nat → Term) (env : Nat → Nat) (e : Term) :
    value env (subst t (subst s e)) = value (fun x => value (fun y => value env (t y)) (s x)) e := by
  sorry
