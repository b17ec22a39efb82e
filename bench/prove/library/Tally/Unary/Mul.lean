import Tally.Unary.Add

/-!
# Multiplication and powers of unary numbers

* `Unary.mul_comm`, `Unary.mul_assoc`, `Unary.mul_add`: the laws of a commutative semiring
* `Unary.pow`: powers, with `pow_add` and `mul_pow`
-/

namespace Tally

namespace Unary

/-- Multiplication, by recursion on the second argument. -/
def mul : Unary → Unary → Unary
  | _, zero => zero
  | a, succ b => mul a b + a

instance : Mul Unary := ⟨mul⟩

/-- The power `a` to the `b`, by recursion on the exponent. -/
def pow : Unary → Unary → Unary
  | _, zero => one
  | a, succ b => pow a b * a

/-- The number times itself. -/
def square (a : Unary) : Unary := a * a

@[simp] theorem mul_zero (a : Unary) : a * zero = zero := rfl

theorem mul_succ (a b : Unary) : a * succ b = a * b + a := rfl

theorem zero_mul (a : Unary) : zero * a = zero := by
  induction a with
  | zero => rfl
  | succ a ih => rw [mul_succ, ih, add_zero]

theorem succ_mul (a b : Unary) : succ a * b = a * b + b := by
  induction b with
  | zero => rfl
  | succ b ih =>
    rw [mul_succ, ih, mul_succ, add_succ, add_succ, add_right_comm]

theorem mul_one (a : Unary) : a * one = a := by
  rw [one_def, mul_succ, mul_zero, zero_add]

theorem one_mul (a : Unary) : one * a = a := by
  rw [one_def, succ_mul, zero_mul, zero_add]

theorem mul_two (a : Unary) : a * two = a + a := by
  rw [two_def, mul_succ, mul_one]

theorem two_mul (a : Unary) : two * a = a + a := by
  rw [two_def, succ_mul, one_mul]

theorem two_mul_eq_double (a : Unary) : two * a = double a := by
  rw [two_mul, double_eq_add_self]

theorem mul_comm (a b : Unary) : a * b = b * a := by
  induction b with
  | zero => rw [mul_zero, zero_mul]
  | succ b ih => rw [mul_succ, succ_mul, ih]

theorem mul_add (a b c : Unary) : a * (b + c) = a * b + a * c := by
  induction c with
  | zero => rfl
  | succ c ih => rw [add_succ, mul_succ, ih, mul_succ, add_assoc]

theorem add_mul (a b c : Unary) : (a + b) * c = a * c + b * c := by
  rw [mul_comm, mul_add, mul_comm c a, mul_comm c b]

theorem mul_assoc (a b c : Unary) : a * b * c = a * (b * c) := by
  induction c with
  | zero => rfl
  | succ c ih => rw [mul_succ, mul_succ, mul_add, ih]

theorem mul_left_comm (a b c : Unary) : a * (b * c) = b * (a * c) := by
  rw [← mul_assoc, mul_comm a b, mul_assoc]

theorem mul_right_comm (a b c : Unary) : a * b * c = a * c * b := by
  rw [mul_assoc, mul_comm b c, mul_assoc]

theorem mul_mul_mul_comm (a b c d : Unary) : a * b * (c * d) = a * c * (b * d) := by
  rw [mul_assoc, mul_assoc, mul_left_comm b c d]

theorem mul_rotate (a b c : Unary) : a * b * c = b * c * a := by
  rw [mul_assoc, mul_comm]

theorem mul_add_one (a b : Unary) : a * (b + one) = a * b + a := mul_succ a b

theorem add_one_mul (a b : Unary) : (a + one) * b = a * b + b := succ_mul a b

theorem double_mul (a b : Unary) : double (a * b) = double a * b := by
  rw [double_eq_add_self, double_eq_add_self, add_mul]

theorem mul_double (a b : Unary) : a * double b = double (a * b) := by
  rw [double_eq_add_self, double_eq_add_self, mul_add]

theorem eq_zero_or_eq_zero_of_mul_eq_zero {a b : Unary} (h : a * b = zero) :
    a = zero ∨ b = zero := by
  cases b with
  | zero => exact Or.inr rfl
  | succ b => exact Or.inl (right_eq_zero_of_add_eq_zero (a := a * b) h)

theorem mul_eq_zero_iff {a b : Unary} : a * b = zero ↔ a = zero ∨ b = zero := by
  constructor
  · exact eq_zero_or_eq_zero_of_mul_eq_zero
  · intro h
    cases h with
    | inl h => rw [h, zero_mul]
    | inr h => rw [h, mul_zero]

theorem mul_ne_zero {a b : Unary} (ha : a ≠ zero) (hb : b ≠ zero) : a * b ≠ zero := by
  intro h
  cases eq_zero_or_eq_zero_of_mul_eq_zero h with
  | inl h => exact ha h
  | inr h => exact hb h

theorem succ_mul_succ (a b : Unary) : succ a * succ b = succ (a * b + a + b) := by
  rw [mul_succ, succ_mul, add_succ, add_right_comm]

theorem mul_right_cancel_succ {a b c : Unary} (h : a * succ c = b * succ c) : a = b := by
  induction a generalizing b with
  | zero =>
    cases b with
    | zero => rfl
    | succ b =>
      rw [zero_mul, succ_mul_succ] at h
      cases h
  | succ a ih =>
    cases b with
    | zero =>
      rw [zero_mul, succ_mul_succ] at h
      cases h
    | succ b =>
      rw [succ_mul, succ_mul] at h
      rw [ih (add_right_cancel h)]

theorem mul_left_cancel_succ {a b c : Unary} (h : succ c * a = succ c * b) : a = b := by
  apply mul_right_cancel_succ (c := c)
  rw [mul_comm a, mul_comm b, h]

theorem mul_right_cancel {a b c : Unary} (hc : c ≠ zero) (h : a * c = b * c) : a = b := by
  cases c with
  | zero => exact absurd rfl hc
  | succ c => exact mul_right_cancel_succ h

theorem mul_left_cancel {a b c : Unary} (ha : a ≠ zero) (h : a * b = a * c) : b = c := by
  cases a with
  | zero => exact absurd rfl ha
  | succ a => exact mul_left_cancel_succ h

theorem square_def (a : Unary) : square a = a * a := rfl

theorem square_zero : square zero = zero := rfl

theorem square_one : square one = one := rfl

theorem square_mul (a b : Unary) : square (a * b) = square a * square b :=
  mul_mul_mul_comm a b a b

theorem square_succ (a : Unary) : square (succ a) = succ (square a + double a) := by
  rw [square_def, succ_mul_succ, square_def, double_eq_add_self, add_assoc]

theorem square_add (a b : Unary) :
    square (a + b) = square a + double (a * b) + square b := by
  rw [square_def, add_mul, mul_add, mul_add, square_def, square_def, double_eq_add_self,
    mul_comm b a, add_assoc, add_assoc, add_assoc]

theorem square_double (a : Unary) : square (double a) = double (double (square a)) := by
  rw [square_def, square_def, mul_double, ← double_mul]

theorem square_eq_zero_iff {a : Unary} : square a = zero ↔ a = zero := by
  constructor
  · intro h
    cases eq_zero_or_eq_zero_of_mul_eq_zero h with
    | inl h => exact h
    | inr h => exact h
  · intro h
    rw [h]
    rfl

@[simp] theorem pow_zero (a : Unary) : pow a zero = one := rfl

theorem pow_succ (a b : Unary) : pow a (succ b) = pow a b * a := rfl

theorem pow_succ_left (a b : Unary) : pow a (succ b) = a * pow a b := by
  rw [pow_succ, mul_comm]

theorem pow_one (a : Unary) : pow a one = a := by
  rw [one_def, pow_succ, pow_zero, one_mul]

theorem pow_two (a : Unary) : pow a two = a * a := by
  rw [two_def, pow_succ, pow_one]

theorem pow_two_eq_square (a : Unary) : pow a two = square a := pow_two a

theorem one_pow (a : Unary) : pow one a = one := by
  induction a with
  | zero => rfl
  | succ a ih => rw [pow_succ, ih, mul_one]

theorem zero_pow_succ (a : Unary) : pow zero (succ a) = zero := mul_zero _

theorem pow_add (a b c : Unary) : pow a (b + c) = pow a b * pow a c := by
  induction c with
  | zero => rw [add_zero, pow_zero, mul_one]
  | succ c ih => rw [add_succ, pow_succ, ih, pow_succ, mul_assoc]

theorem mul_pow (a b c : Unary) : pow (a * b) c = pow a c * pow b c := by
  induction c with
  | zero => rfl
  | succ c ih => rw [pow_succ, ih, pow_succ, pow_succ, mul_mul_mul_comm]

theorem pow_mul (a b c : Unary) : pow a (b * c) = pow (pow a b) c := by
  induction c with
  | zero => rfl
  | succ c ih => rw [mul_succ, pow_add, ih, pow_succ]

theorem pow_right_comm (a b c : Unary) : pow (pow a b) c = pow (pow a c) b := by
  rw [← pow_mul, mul_comm, pow_mul]

theorem pow_ne_zero {a : Unary} (h : a ≠ zero) (b : Unary) : pow a b ≠ zero := by
  induction b with
  | zero => exact one_ne_zero
  | succ b ih => exact mul_ne_zero ih h

end Unary

end Tally
