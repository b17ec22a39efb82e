import Tally.Algebra.Monoid

/-!
# Groups and their homomorphisms

* `Group`: a monoid with inverses
* `Group.div`, `Group.conj`: quotients and conjugates
* `Group.Hom`: what respects products, and its kernel
-/

namespace Tally

/-- A monoid in which each element has an inverse. -/
class Group (α : Type) extends Monoid α where
  /-- The inverse of an element. -/
  inv : α → α
  inv_mul : ∀ a : α, inv a * a = unit
  mul_inv : ∀ a : α, a * inv a = unit

namespace Group

open Monoid

variable {α β : Type}

/-- One element times the inverse of another. -/
def div [Group α] (a b : α) : α := a * inv b

/-- The conjugate of `b` by `a`. -/
def conj [Group α] (a b : α) : α := a * b * inv a

/-- A function that respects products. -/
structure Hom (α β : Type) [Group α] [Group β] where
  /-- The function itself. -/
  fn : α → β
  map_mul : ∀ a b : α, fn (a * b) = fn a * fn b

section

variable [Group α]

theorem inv_mul_cancel_left (a b : α) : inv a * (a * b) = b := by
  rw [← mul_assoc, inv_mul, unit_mul]

theorem mul_inv_cancel_left (a b : α) : a * (inv a * b) = b := by
  rw [← mul_assoc, mul_inv, unit_mul]

theorem mul_inv_cancel_right (a b : α) : a * b * inv b = a := by
  rw [mul_assoc, mul_inv, mul_unit]

theorem inv_mul_cancel_right (a b : α) : a * inv b * b = a := by
  rw [mul_assoc, inv_mul, mul_unit]

theorem mul_left_cancel {a b c : α} (h : a * b = a * c) : b = c :=
  left_cancel_of_left_inverse (inv_mul a) h

theorem mul_right_cancel {a b c : α} (h : b * a = c * a) : b = c :=
  right_cancel_of_right_inverse (mul_inv a) h

theorem mul_left_cancel_iff {a b c : α} : a * b = a * c ↔ b = c :=
  ⟨mul_left_cancel, fun h => by rw [h]⟩

theorem mul_right_cancel_iff {a b c : α} : b * a = c * a ↔ b = c :=
  ⟨mul_right_cancel, fun h => by rw [h]⟩

theorem isUnit (a : α) : IsUnit a := ⟨inv a, mul_inv a, inv_mul a⟩

theorem eq_inv_of_mul_eq_unit_left {a b : α} (h : a * b = unit) : a = inv b :=
  mul_right_cancel (a := b) (by rw [h, inv_mul])

theorem eq_inv_of_mul_eq_unit_right {a b : α} (h : a * b = unit) : b = inv a :=
  mul_left_cancel (a := a) (by rw [h, mul_inv])

theorem inv_eq_of_mul_eq_unit {a b : α} (h : a * b = unit) : inv a = b :=
  (eq_inv_of_mul_eq_unit_right h).symm

theorem mul_eq_unit_iff_eq_inv {a b : α} : a * b = unit ↔ a = inv b :=
  ⟨eq_inv_of_mul_eq_unit_left, fun h => by rw [h, inv_mul]⟩

theorem mul_eq_unit_iff_inv_eq {a b : α} : a * b = unit ↔ inv a = b :=
  ⟨inv_eq_of_mul_eq_unit, fun h => by rw [← h, mul_inv]⟩

theorem inv_inv (a : α) : inv (inv a) = a := inv_eq_of_mul_eq_unit (inv_mul a)

theorem inv_unit : inv (unit : α) = unit := inv_eq_of_mul_eq_unit unit_mul_unit

theorem inv_inj {a b : α} (h : inv a = inv b) : a = b := by
  rw [← inv_inv a, h, inv_inv]

theorem inv_inj_iff {a b : α} : inv a = inv b ↔ a = b := ⟨inv_inj, fun h => by rw [h]⟩

theorem inv_eq_iff {a b : α} : inv a = b ↔ a = inv b :=
  ⟨fun h => by rw [← h, inv_inv], fun h => by rw [h, inv_inv]⟩

theorem inv_eq_unit_iff {a : α} : inv a = unit ↔ a = unit :=
  ⟨fun h => by rw [← inv_inv a, h, inv_unit], fun h => by rw [h, inv_unit]⟩

theorem inv_mul_rev (a b : α) : inv (a * b) = inv b * inv a :=
  inv_eq_of_mul_eq_unit (by rw [mul_assoc, mul_inv_cancel_left, mul_inv])

theorem eq_mul_inv_iff {a b c : α} : a = b * inv c ↔ a * c = b :=
  ⟨fun h => by rw [h, inv_mul_cancel_right], fun h => by rw [← h, mul_inv_cancel_right]⟩

theorem eq_inv_mul_iff {a b c : α} : a = inv b * c ↔ b * a = c :=
  ⟨fun h => by rw [h, mul_inv_cancel_left], fun h => by rw [← h, inv_mul_cancel_left]⟩

theorem mul_inv_eq_iff {a b c : α} : a * inv b = c ↔ a = c * b :=
  ⟨fun h => by rw [← h, inv_mul_cancel_right], fun h => by rw [h, mul_inv_cancel_right]⟩

theorem inv_mul_eq_iff {a b c : α} : inv a * b = c ↔ b = a * c :=
  ⟨fun h => by rw [← h, mul_inv_cancel_left], fun h => by rw [h, inv_mul_cancel_left]⟩

theorem mul_eq_left_iff {a b : α} : a * b = a ↔ b = unit :=
  ⟨fun h => mul_left_cancel (a := a) (by rw [h, mul_unit]), fun h => by rw [h, mul_unit]⟩

theorem mul_eq_right_iff {a b : α} : b * a = a ↔ b = unit :=
  ⟨fun h => mul_right_cancel (a := a) (by rw [h, unit_mul]), fun h => by rw [h, unit_mul]⟩

theorem idempotent_iff {a : α} : Idempotent a ↔ a = unit :=
  ⟨fun h => eq_unit_of_idempotent_of_isUnit h (isUnit a),
    fun h => by rw [h]; exact idempotent_unit⟩

theorem commutes_inv_right {a b : α} (h : Commutes a b) : Commutes a (inv b) := by
  show a * inv b = inv b * a
  rw [mul_inv_eq_iff, mul_assoc, (show a * b = b * a from h), inv_mul_cancel_left]

theorem commutes_inv_left {a b : α} (h : Commutes a b) : Commutes (inv a) b :=
  commutes_symm (commutes_inv_right (commutes_symm h))

theorem inv_npow (a : α) (n : Unary) : inv (npow a n) = npow (inv a) n := by
  induction n with
  | zero => exact inv_unit
  | succ n ih => rw [npow_succ, inv_mul_rev, ih, npow_succ_left]

theorem div_def (a b : α) : div a b = a * inv b := rfl

theorem div_self (a : α) : div a a = unit := mul_inv a

theorem div_unit (a : α) : div a unit = a := by
  rw [div_def, inv_unit, mul_unit]

theorem unit_div (a : α) : div unit a = inv a := unit_mul (inv a)

theorem inv_div (a b : α) : inv (div a b) = div b a := by
  rw [div_def, inv_mul_rev, inv_inv, div_def]

theorem div_mul_cancel (a b : α) : div a b * b = a := inv_mul_cancel_right a b

theorem mul_div_cancel (a b : α) : div (a * b) b = a := mul_inv_cancel_right a b

theorem div_mul_div_cancel (a b c : α) : div a b * div b c = div a c := by
  rw [div_def, div_def, mul_assoc, inv_mul_cancel_left, div_def]

theorem div_eq_unit_iff {a b : α} : div a b = unit ↔ a = b := by
  rw [div_def, mul_eq_unit_iff_eq_inv, inv_inv] <;> exact Iff.rfl

theorem div_eq_iff {a b c : α} : div a b = c ↔ a = c * b := mul_inv_eq_iff

theorem div_left_inj {a b c : α} (h : div a c = div b c) : a = b := mul_right_cancel h

theorem div_right_inj {a b c : α} (h : div a b = div a c) : b = c := inv_inj (mul_left_cancel h)

theorem div_div_eq (a b c : α) : div a (div b c) = a * c * inv b := by
  rw [div_def, inv_div, div_def, mul_assoc]

theorem div_inv (a b : α) : div a (inv b) = a * b := by
  rw [div_def, inv_inv]

theorem conj_def (a b : α) : conj a b = a * b * inv a := rfl

theorem conj_unit_left (b : α) : conj unit b = b := by
  rw [conj_def, inv_unit, mul_unit, unit_mul]

theorem conj_unit_right (a : α) : conj a unit = unit := by
  rw [conj_def, mul_unit, mul_inv]

theorem conj_self (a : α) : conj a a = a := mul_inv_cancel_right a a

theorem conj_mul (a b c : α) : conj a (b * c) = conj a b * conj a c := by
  rw [conj_def, conj_def, conj_def, mul_assoc (a * b), ← mul_assoc (inv a), ← mul_assoc (inv a),
    inv_mul, unit_mul, ← mul_assoc a b c, mul_assoc (a * b)]

theorem conj_conj (a b c : α) : conj a (conj b c) = conj (a * b) c := by
  rw [conj_def, conj_def, conj_def, inv_mul_rev, mul_assoc a b c, ← mul_assoc (a * (b * c)),
    mul_assoc a (b * c)]

theorem conj_inv (a b : α) : conj a (inv b) = inv (conj a b) := by
  rw [conj_def, conj_def, inv_mul_rev, inv_mul_rev, inv_inv, mul_assoc]

theorem conj_inj {a b c : α} (h : conj a b = conj a c) : b = c :=
  mul_left_cancel (mul_right_cancel h)

theorem conj_eq_self_iff {a b : α} : conj a b = b ↔ Commutes a b := mul_inv_eq_iff

theorem conj_eq_unit_iff {a b : α} : conj a b = unit ↔ b = unit :=
  ⟨fun h => conj_inj (a := a) (by rw [h, conj_unit_right]), fun h => by rw [h, conj_unit_right]⟩

end

namespace Hom

variable {γ : Type} [Group α] [Group β] [Group γ]

/-- The homomorphism that changes nothing. -/
def identity (α : Type) [Group α] : Hom α α := ⟨fun a => a, fun _ _ => rfl⟩

/-- One homomorphism after another. -/
def comp (g : Hom β γ) (f : Hom α β) : Hom α γ :=
  ⟨fun a => g.fn (f.fn a), fun a b => by
    show g.fn (f.fn (a * b)) = g.fn (f.fn a) * g.fn (f.fn b)
    rw [f.map_mul, g.map_mul]⟩

/-- The element goes to the unit. -/
def InKernel (f : Hom α β) (a : α) : Prop := f.fn a = unit

theorem comp_fn (g : Hom β γ) (f : Hom α β) (a : α) : (comp g f).fn a = g.fn (f.fn a) := rfl

theorem map_unit (f : Hom α β) : f.fn unit = unit :=
  idempotent_iff.mp (show f.fn unit * f.fn unit = f.fn unit by rw [← f.map_mul, unit_mul])

theorem map_inv (f : Hom α β) (a : α) : f.fn (inv a) = inv (f.fn a) :=
  eq_inv_of_mul_eq_unit_left (by rw [← f.map_mul, inv_mul, map_unit])

theorem map_div (f : Hom α β) (a b : α) : f.fn (div a b) = div (f.fn a) (f.fn b) := by
  rw [div_def, f.map_mul, map_inv, div_def]

theorem map_conj (f : Hom α β) (a b : α) : f.fn (conj a b) = conj (f.fn a) (f.fn b) := by
  rw [conj_def, f.map_mul, f.map_mul, map_inv, conj_def]

theorem map_npow (f : Hom α β) (a : α) (n : Unary) : f.fn (npow a n) = npow (f.fn a) n := by
  induction n with
  | zero => exact map_unit f
  | succ n ih => rw [npow_succ, f.map_mul, ih, npow_succ]

theorem map_prod (f : Hom α β) (s : Row α) : f.fn (prod s) = prod (Row.map f.fn s) := by
  induction s with
  | nil => exact map_unit f
  | cons a s ih => rw [prod_cons, f.map_mul, ih, Row.map_cons, prod_cons]

theorem commutes_map (f : Hom α β) {a b : α} (h : Commutes a b) : Commutes (f.fn a) (f.fn b) := by
  show f.fn a * f.fn b = f.fn b * f.fn a
  rw [← f.map_mul, (show a * b = b * a from h), f.map_mul]

theorem inKernel_unit (f : Hom α β) : InKernel f unit := map_unit f

theorem inKernel_mul (f : Hom α β) {a b : α} (ha : InKernel f a) (hb : InKernel f b) :
    InKernel f (a * b) := by
  show f.fn (a * b) = unit
  rw [f.map_mul, (show f.fn a = unit from ha), (show f.fn b = unit from hb), unit_mul]

theorem inKernel_inv (f : Hom α β) {a : α} (h : InKernel f a) : InKernel f (inv a) := by
  show f.fn (inv a) = unit
  rw [map_inv, (show f.fn a = unit from h), inv_unit]

theorem inKernel_conj (f : Hom α β) (a : α) {b : α} (h : InKernel f b) :
    InKernel f (conj a b) := by
  show f.fn (conj a b) = unit
  rw [map_conj, (show f.fn b = unit from h), conj_unit_right]

theorem inKernel_div_iff (f : Hom α β) {a b : α} : InKernel f (div a b) ↔ f.fn a = f.fn b := by
  show f.fn (div a b) = unit ↔ f.fn a = f.fn b
  rw [map_div]
  exact div_eq_unit_iff

theorem injective_iff_kernel (f : Hom α β) :
    (∀ a b, f.fn a = f.fn b → a = b) ↔ ∀ a, InKernel f a → a = unit :=
  ⟨fun h a ha => h a unit (by rw [(show f.fn a = unit from ha), map_unit]),
    fun h a b e => div_eq_unit_iff.mp (h _ ((inKernel_div_iff f).mpr e))⟩

end Hom

end Group

end Tally
