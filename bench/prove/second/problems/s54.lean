-- tags: own

/-- Polynomials in one variable. -/
inductive Poly where
  | const : Nat → Poly
  | var : Poly
  | add : Poly → Poly → Poly
  | mul : Poly → Poly → Poly

namespace Poly

/-- The value at a number. -/
def value (x : Nat) : Poly → Nat
  | const n => n
  | var => x
  | add p q => value x p + value x q
  | mul p q => value x p * value x q

/-- Puts a polynomial in the place of the variable. -/
def subst (s : Poly) : Poly → Poly
  | const n => const n
  | var => s
  | add p q => add (subst s p) (subst s q)
  | mul p q => mul (subst s p) (subst s q)

/-- The value after a substitution. -/
theorem s54 (s p : Poly) (x : Nat) : (subst s p).value x = p.value (s.value x) := by
  sorry

end Poly
