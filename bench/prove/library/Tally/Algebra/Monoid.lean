import Tally.Row.Basic

/-!
# Monoids

* `Monoid`: an associative product with a unit; `CommMonoid`: a commutative one
* `Monoid.npow`: powers with unary exponents
* `Monoid.prod`: the product of a sequence
-/

namespace Tally

/-- An associative product with a unit on both sides. -/
class Monoid (α : Type) extends Mul α where
  /-- The unit of the product. -/
  unit : α
  mul_assoc : ∀ a b c : α, a * b * c = a * (b * c)
  unit_mul : ∀ a : α, unit * a = a
  mul_unit : ∀ a : α, a * unit = a

/-- A monoid in which the order of factors does not matter. -/
class CommMonoid (α : Type) extends Monoid α where
  mul_comm : ∀ a b : α, a * b = b * a

namespace Monoid

variable {α : Type}

/-- The product of so many copies. -/
def npow [Monoid α] (a : α) : Unary → α
  | Unary.zero => unit
  | Unary.succ n => npow a n * a

/-- The product of the entries of a sequence. -/
def prod [Monoid α] : Row α → α
  | Row.nil => unit
  | Row.cons a s => a * prod s

/-- The two elements commute. -/
def Commutes [Monoid α] (a b : α) : Prop := a * b = b * a

/-- The element has an inverse on both sides. -/
def IsUnit [Monoid α] (a : α) : Prop :=
  ∃ b : α, a * b = (unit : α) ∧ b * a = (unit : α)

/-- The element is its own square. -/
def Idempotent [Monoid α] (a : α) : Prop := a * a = a

section

variable [Monoid α]

theorem unit_unique_left {e : α} (h : ∀ a : α, e * a = a) : e = unit := by
  rw [← mul_unit e, h]

theorem unit_unique_right {e : α} (h : ∀ a : α, a * e = a) : e = unit := by
  rw [← unit_mul e, h]

theorem unit_mul_unit : (unit : α) * unit = unit := unit_mul unit

theorem mul_assoc_four (a b c d : α) : a * b * c * d = a * (b * (c * d)) := by
  rw [mul_assoc, mul_assoc]

theorem left_inverse_eq_right_inverse {a b c : α} (hb : b * a = unit) (hc : a * c = unit) :
    b = c := by
  rw [← mul_unit b, ← hc, ← mul_assoc, hb, unit_mul]

theorem left_cancel_of_left_inverse {a b c d : α} (h : d * a = unit) (e : a * b = a * c) :
    b = c := by
  rw [← unit_mul b, ← h, mul_assoc, e, ← mul_assoc, h, unit_mul]

theorem right_cancel_of_right_inverse {a b c d : α} (h : a * d = unit) (e : b * a = c * a) :
    b = c := by
  rw [← mul_unit b, ← h, ← mul_assoc, e, mul_assoc, h, mul_unit]

theorem npow_zero (a : α) : npow a Unary.zero = unit := rfl

theorem npow_succ (a : α) (n : Unary) : npow a (Unary.succ n) = npow a n * a := rfl

theorem npow_one (a : α) : npow a Unary.one = a := unit_mul a

theorem npow_two (a : α) : npow a Unary.two = a * a := by
  rw [Unary.two_def, npow_succ, npow_one]

theorem npow_succ_left (a : α) (n : Unary) : npow a (Unary.succ n) = a * npow a n := by
  induction n with
  | zero => rw [npow_succ, npow_zero, unit_mul, mul_unit]
  | succ n ih => rw [npow_succ, ih, mul_assoc, ← npow_succ, ih]

theorem npow_add (a : α) (m n : Unary) : npow a (m + n) = npow a m * npow a n := by
  induction n with
  | zero => rw [Unary.add_zero, npow_zero, mul_unit]
  | succ n ih => rw [Unary.add_succ, npow_succ, ih, npow_succ, mul_assoc]

theorem npow_mul (a : α) (m n : Unary) : npow a (m * n) = npow (npow a m) n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Unary.mul_succ, npow_add, ih, npow_succ]

theorem npow_mul_comm (a : α) (m n : Unary) : npow a m * npow a n = npow a n * npow a m := by
  rw [← npow_add, Unary.add_comm, npow_add]

theorem unit_npow (n : Unary) : npow (unit : α) n = unit := by
  induction n with
  | zero => rfl
  | succ n ih => rw [npow_succ, ih, mul_unit]

theorem commutes_refl (a : α) : Commutes a a := rfl

theorem commutes_symm {a b : α} (h : Commutes a b) : Commutes b a := Eq.symm h

theorem commutes_unit_left (a : α) : Commutes unit a := by
  show unit * a = a * unit
  rw [unit_mul, mul_unit]

theorem commutes_unit_right (a : α) : Commutes a unit := commutes_symm (commutes_unit_left a)

theorem commutes_mul_right {a b c : α} (hb : Commutes a b) (hc : Commutes a c) :
    Commutes a (b * c) := by
  show a * (b * c) = b * c * a
  rw [← mul_assoc, show a * b = b * a from hb, mul_assoc, show a * c = c * a from hc, mul_assoc]

theorem commutes_mul_left {a b c : α} (ha : Commutes a c) (hb : Commutes b c) :
    Commutes (a * b) c :=
  commutes_symm (commutes_mul_right (commutes_symm ha) (commutes_symm hb))

theorem commutes_npow_right {a b : α} (h : Commutes a b) (n : Unary) : Commutes a (npow b n) := by
  induction n with
  | zero => exact commutes_unit_right a
  | succ n ih => exact commutes_mul_right ih h

theorem commutes_npow_left {a b : α} (h : Commutes a b) (n : Unary) : Commutes (npow a n) b :=
  commutes_symm (commutes_npow_right (commutes_symm h) n)

theorem commutes_npow_self (a : α) (n : Unary) : Commutes a (npow a n) :=
  commutes_npow_right (commutes_refl a) n

theorem mul_npow_of_commutes {a b : α} (h : Commutes a b) (n : Unary) :
    npow (a * b) n = npow a n * npow b n := by
  induction n with
  | zero => exact unit_mul_unit.symm
  | succ n ih =>
    have e : npow b n * a = a * npow b n := Eq.symm (commutes_npow_right h n)
    rw [npow_succ, ih, npow_succ, npow_succ, mul_assoc, ← mul_assoc _ a b, e, mul_assoc a,
      ← mul_assoc]

theorem prod_nil : prod (Row.nil : Row α) = unit := rfl

theorem prod_cons (a : α) (s : Row α) : prod (Row.cons a s) = a * prod s := rfl

theorem prod_singleton (a : α) : prod (Row.cons a Row.nil) = a := mul_unit a

theorem prod_append (s t : Row α) : prod (Row.append s t) = prod s * prod t := by
  induction s with
  | nil => rw [Row.nil_append, prod_nil, unit_mul]
  | cons a s ih => rw [Row.cons_append, prod_cons, ih, prod_cons, mul_assoc]

theorem prod_snoc (s : Row α) (a : α) : prod (Row.snoc s a) = prod s * a := by
  rw [Row.snoc_eq_append, prod_append, prod_singleton]

theorem prod_repeated (a : α) (n : Unary) : prod (Row.repeated a n) = npow a n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Row.repeated_succ, prod_cons, ih, npow_succ_left]

theorem prod_flatten (s : Row (Row α)) : prod (Row.flatten s) = prod (Row.map prod s) := by
  induction s with
  | nil => rfl
  | cons t s ih => rw [Row.flatten_cons, prod_append, ih, Row.map_cons, prod_cons]

theorem isUnit_unit : IsUnit (unit : α) := ⟨unit, unit_mul_unit, unit_mul_unit⟩

theorem isUnit_mul {a b : α} (ha : IsUnit a) (hb : IsUnit b) : IsUnit (a * b) :=
  match ha, hb with
  | ⟨c, hc, hc'⟩, ⟨d, hd, hd'⟩ =>
    ⟨d * c, by rw [mul_assoc, ← mul_assoc b, hd, unit_mul, hc],
      by rw [mul_assoc, ← mul_assoc c, hc', unit_mul, hd']⟩

theorem isUnit_npow {a : α} (h : IsUnit a) (n : Unary) : IsUnit (npow a n) := by
  induction n with
  | zero => exact isUnit_unit
  | succ n ih => exact isUnit_mul ih h

theorem isUnit_left_cancel {a b c : α} (h : IsUnit a) (e : a * b = a * c) : b = c :=
  match h with
  | ⟨_, _, hd⟩ => left_cancel_of_left_inverse hd e

theorem isUnit_right_cancel {a b c : α} (h : IsUnit a) (e : b * a = c * a) : b = c :=
  match h with
  | ⟨_, hd, _⟩ => right_cancel_of_right_inverse hd e

theorem idempotent_unit : Idempotent (unit : α) := unit_mul_unit

theorem eq_unit_of_idempotent_of_isUnit {a : α} (h : Idempotent a) (u : IsUnit a) : a = unit :=
  isUnit_left_cancel u (Eq.trans h (mul_unit a).symm)

theorem idempotent_mul_of_commutes {a b : α} (ha : Idempotent a) (hb : Idempotent b)
    (h : Commutes a b) : Idempotent (a * b) := by
  show a * b * (a * b) = a * b
  rw [mul_assoc, ← mul_assoc b, ← (show a * b = b * a from h), mul_assoc a b b,
    show b * b = b from hb, ← mul_assoc, show a * a = a from ha]

theorem npow_succ_of_idempotent {a : α} (h : Idempotent a) (n : Unary) :
    npow a (Unary.succ n) = a := by
  induction n with
  | zero => exact unit_mul a
  | succ n ih => rw [npow_succ, ih, show a * a = a from h]

end

end Monoid

namespace CommMonoid

open Monoid

variable {α : Type} [CommMonoid α]

theorem mul_left_comm (a b c : α) : a * (b * c) = b * (a * c) := by
  rw [← mul_assoc, mul_comm a b, mul_assoc]

theorem mul_right_comm (a b c : α) : a * b * c = a * c * b := by
  rw [mul_assoc, mul_comm b c, mul_assoc]

theorem mul_mul_mul_comm (a b c d : α) : a * b * (c * d) = a * c * (b * d) := by
  rw [mul_assoc, mul_assoc, mul_left_comm b c d]

theorem mul_rotate (a b c : α) : a * b * c = b * c * a := by
  rw [mul_assoc, mul_comm]

theorem commutes (a b : α) : Commutes a b := mul_comm a b

theorem mul_npow (a b : α) (n : Unary) : npow (a * b) n = npow a n * npow b n :=
  mul_npow_of_commutes (commutes a b) n

theorem prod_append_comm (s t : Row α) : prod (Row.append s t) = prod (Row.append t s) := by
  rw [prod_append, prod_append, mul_comm]

theorem prod_rev (s : Row α) : prod (Row.rev s) = prod s := by
  induction s with
  | nil => rfl
  | cons a s ih => rw [Row.rev_cons, prod_snoc, ih, prod_cons, mul_comm]

end CommMonoid

end Tally
