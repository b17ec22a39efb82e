import Tally.Logic

/-!
# Unary numbers and their addition

Numbers written as strokes, with an addition that recurses on its second argument.

* `Unary`: zero and its successors
* `Unary.add_comm`, `Unary.add_assoc`: addition is commutative and associative
* `Unary.double`, `Unary.pred`: twice a number, the number before
-/

namespace Tally

/-- A number in unary: no stroke, or one stroke more. -/
inductive Unary : Type where
  | zero : Unary
  | succ (n : Unary) : Unary

namespace Unary

/-- Addition, by recursion on the second argument. -/
def add : Unary → Unary → Unary
  | a, zero => a
  | a, succ b => succ (add a b)

instance : Add Unary := ⟨add⟩

/-- The number with a single stroke. -/
def one : Unary := succ zero

/-- The number with two strokes. -/
def two : Unary := succ one

/-- The number before; nothing comes before zero. -/
def pred : Unary → Unary
  | zero => zero
  | succ a => a

/-- Twice as many strokes. -/
def double : Unary → Unary
  | zero => zero
  | succ a => succ (succ (double a))

theorem one_def : one = succ zero := rfl

theorem two_def : two = succ one := rfl

@[simp] theorem add_zero (a : Unary) : a + zero = a := rfl

@[simp] theorem add_succ (a b : Unary) : a + succ b = succ (a + b) := rfl

theorem succ_eq_add_one (a : Unary) : succ a = a + one := rfl

theorem add_one (a : Unary) : a + one = succ a := rfl

theorem add_two (a : Unary) : a + two = succ (succ a) := rfl

theorem zero_add (a : Unary) : zero + a = a := by
  induction a with
  | zero => rfl
  | succ a ih => rw [add_succ, ih]

theorem succ_add (a b : Unary) : succ a + b = succ (a + b) := by
  induction b with
  | zero => rfl
  | succ b ih => rw [add_succ, ih, add_succ]

theorem succ_add_eq_add_succ (a b : Unary) : succ a + b = a + succ b := by
  rw [succ_add, add_succ]

theorem one_add (a : Unary) : one + a = succ a := by
  rw [one_def, succ_add, zero_add]

theorem add_comm (a b : Unary) : a + b = b + a := by
  induction b with
  | zero => rw [add_zero, zero_add]
  | succ b ih => rw [add_succ, succ_add, ih]

theorem add_assoc (a b c : Unary) : a + b + c = a + (b + c) := by
  induction c with
  | zero => rfl
  | succ c ih => rw [add_succ, add_succ, add_succ, ih]

theorem add_left_comm (a b c : Unary) : a + (b + c) = b + (a + c) := by
  rw [← add_assoc, add_comm a b, add_assoc]

theorem add_right_comm (a b c : Unary) : a + b + c = a + c + b := by
  rw [add_assoc, add_comm b c, add_assoc]

theorem add_add_add_comm (a b c d : Unary) : a + b + (c + d) = a + c + (b + d) := by
  rw [add_assoc, add_assoc, add_left_comm b c d]

theorem add_rotate (a b c : Unary) : a + b + c = b + c + a := by
  rw [add_assoc, add_comm]

theorem succ_inj {a b : Unary} (h : succ a = succ b) : a = b := by
  injection h
  assumption

theorem succ_inj_iff {a b : Unary} : succ a = succ b ↔ a = b :=
  ⟨succ_inj, fun h => by rw [h]⟩

theorem succ_ne_zero (a : Unary) : succ a ≠ zero := by
  intro h
  cases h

theorem zero_ne_succ (a : Unary) : zero ≠ succ a := by
  intro h
  cases h

theorem one_ne_zero : one ≠ zero := succ_ne_zero zero

theorem succ_ne_self (a : Unary) : succ a ≠ a := by
  induction a with
  | zero => exact succ_ne_zero zero
  | succ a ih => exact fun h => ih (succ_inj h)

theorem ne_succ_self (a : Unary) : a ≠ succ a := fun h => succ_ne_self a h.symm

theorem add_right_cancel {a b c : Unary} (h : a + c = b + c) : a = b := by
  induction c with
  | zero => exact h
  | succ c ih => exact ih (succ_inj h)

theorem add_left_cancel {a b c : Unary} (h : a + b = a + c) : b = c := by
  apply add_right_cancel (c := a)
  rw [add_comm b a, add_comm c a, h]

theorem add_right_cancel_iff {a b c : Unary} : a + c = b + c ↔ a = b :=
  ⟨add_right_cancel, fun h => by rw [h]⟩

theorem add_left_cancel_iff {a b c : Unary} : a + b = a + c ↔ b = c :=
  ⟨add_left_cancel, fun h => by rw [h]⟩

theorem eq_zero_of_add_eq_self_right {a b : Unary} (h : a + b = a) : b = zero :=
  add_left_cancel (a := a) h

theorem eq_zero_of_add_eq_self_left {a b : Unary} (h : b + a = a) : b = zero := by
  apply add_right_cancel (c := a)
  rw [h, zero_add]

theorem add_eq_self_right_iff {a b : Unary} : a + b = a ↔ b = zero :=
  ⟨eq_zero_of_add_eq_self_right, fun h => by rw [h]; rfl⟩

theorem add_eq_self_left_iff {a b : Unary} : b + a = a ↔ b = zero :=
  ⟨eq_zero_of_add_eq_self_left, fun h => by rw [h, zero_add]⟩

theorem right_eq_zero_of_add_eq_zero {a b : Unary} (h : a + b = zero) : b = zero := by
  cases b with
  | zero => rfl
  | succ b => exact absurd h (succ_ne_zero (a + b))

theorem left_eq_zero_of_add_eq_zero {a b : Unary} (h : a + b = zero) : a = zero :=
  right_eq_zero_of_add_eq_zero (a := b) (by rw [add_comm, h])

theorem add_eq_zero_iff {a b : Unary} : a + b = zero ↔ a = zero ∧ b = zero :=
  ⟨fun h => ⟨left_eq_zero_of_add_eq_zero h, right_eq_zero_of_add_eq_zero h⟩,
    fun h => by rw [h.1, h.2]; rfl⟩

theorem succ_add_ne_zero (a b : Unary) : succ a + b ≠ zero := by
  rw [succ_add]
  exact succ_ne_zero (a + b)

theorem add_succ_ne_zero (a b : Unary) : a + succ b ≠ zero := succ_ne_zero (a + b)

theorem add_succ_ne_self (a b : Unary) : a + succ b ≠ a :=
  fun h => succ_ne_zero b (eq_zero_of_add_eq_self_right h)

theorem eq_zero_or_exists_succ (a : Unary) : a = zero ∨ ∃ b, a = succ b := by
  cases a with
  | zero => exact Or.inl rfl
  | succ b => exact Or.inr ⟨b, rfl⟩

theorem exists_eq_succ_of_ne_zero {a : Unary} (h : a ≠ zero) : ∃ b, a = succ b := by
  cases a with
  | zero => exact absurd rfl h
  | succ b => exact ⟨b, rfl⟩

theorem ne_zero_iff_exists_succ {a : Unary} : a ≠ zero ↔ ∃ b, a = succ b :=
  ⟨exists_eq_succ_of_ne_zero, fun ⟨b, hb⟩ => by rw [hb]; exact succ_ne_zero b⟩

theorem add_eq_one_iff {a b : Unary} :
    a + b = one ↔ (a = one ∧ b = zero) ∨ (a = zero ∧ b = one) := by
  constructor
  · intro h
    cases b with
    | zero => exact Or.inl ⟨h, rfl⟩
    | succ b =>
      have hz : a + b = zero := succ_inj h
      have hb : b = zero := right_eq_zero_of_add_eq_zero hz
      have ha : a = zero := left_eq_zero_of_add_eq_zero hz
      exact Or.inr ⟨ha, by rw [hb]; rfl⟩
  · intro h
    cases h with
    | inl h => rw [h.1, h.2]; rfl
    | inr h => rw [h.1, h.2]; rfl

@[simp] theorem pred_zero : pred zero = zero := rfl

@[simp] theorem pred_succ (a : Unary) : pred (succ a) = a := rfl

theorem succ_pred {a : Unary} (h : a ≠ zero) : succ (pred a) = a := by
  cases a with
  | zero => exact absurd rfl h
  | succ a => rfl

theorem succ_pred_or_zero (a : Unary) : a = zero ∨ succ (pred a) = a := by
  cases a with
  | zero => exact Or.inl rfl
  | succ a => exact Or.inr rfl

theorem pred_add_succ (a b : Unary) : pred (a + succ b) = a + b := rfl

theorem pred_succ_add (a b : Unary) : pred (succ a + b) = a + b := by
  rw [succ_add, pred_succ]

theorem pred_eq_zero_iff {a : Unary} : pred a = zero ↔ a = zero ∨ a = one := by
  constructor
  · intro h
    cases a with
    | zero => exact Or.inl rfl
    | succ a => exact Or.inr (by rw [show a = zero from h]; rfl)
  · intro h
    cases h with
    | inl h => rw [h]; rfl
    | inr h => rw [h]; rfl

@[simp] theorem double_zero : double zero = zero := rfl

theorem double_succ (a : Unary) : double (succ a) = succ (succ (double a)) := rfl

theorem double_eq_add_self (a : Unary) : double a = a + a := by
  induction a with
  | zero => rfl
  | succ a ih => rw [double_succ, ih, add_succ, succ_add]

theorem double_one : double one = two := rfl

theorem double_add (a b : Unary) : double (a + b) = double a + double b := by
  rw [double_eq_add_self, double_eq_add_self, double_eq_add_self, add_add_add_comm]

theorem double_eq_zero_iff {a : Unary} : double a = zero ↔ a = zero := by
  constructor
  · intro h
    cases a with
    | zero => rfl
    | succ a => exact absurd h (succ_ne_zero _)
  · intro h
    rw [h]
    rfl

theorem double_ne_one (a : Unary) : double a ≠ one := by
  intro h
  cases a with
  | zero => cases h
  | succ a => exact succ_ne_zero _ (succ_inj h)

theorem double_inj {a b : Unary} (h : double a = double b) : a = b := by
  induction a generalizing b with
  | zero =>
    cases b with
    | zero => rfl
    | succ b => cases h
  | succ a ih =>
    cases b with
    | zero => cases h
    | succ b => rw [ih (succ_inj (succ_inj h))]

theorem double_inj_iff {a b : Unary} : double a = double b ↔ a = b :=
  ⟨double_inj, fun h => by rw [h]⟩

theorem double_ne_succ_double (a b : Unary) : double a ≠ succ (double b) := by
  induction a generalizing b with
  | zero => exact zero_ne_succ _
  | succ a ih =>
    intro h
    cases b with
    | zero => exact succ_ne_zero _ (succ_inj h)
    | succ b => exact ih b (succ_inj (succ_inj h))

end Unary

end Tally
