import Tally.Unary.Mul

/-!
# The order of unary numbers

`a ≤ b` says that something can be added to `a` to get `b`, and `a < b` that `succ a ≤ b`.

* `Unary.le_antisymm`, `Unary.le_trans`, `Unary.le_total`: a linear order
* `Unary.add_le_add`, `Unary.mul_le_mul`: the operations respect it
-/

namespace Tally

namespace Unary

instance : LE Unary := ⟨fun a b => ∃ c, a + c = b⟩

instance : LT Unary := ⟨fun a b => succ a ≤ b⟩

theorem le_def {a b : Unary} : a ≤ b ↔ ∃ c, a + c = b := Iff.rfl

theorem lt_def {a b : Unary} : a < b ↔ succ a ≤ b := Iff.rfl

theorem le_of_add_eq {a b c : Unary} (h : a + c = b) : a ≤ b := ⟨c, h⟩

theorem le_refl (a : Unary) : a ≤ a := ⟨zero, rfl⟩

theorem le_of_eq {a b : Unary} (h : a = b) : a ≤ b := by
  rw [h]
  exact le_refl b

theorem ge_of_eq {a b : Unary} (h : a = b) : b ≤ a := le_of_eq h.symm

theorem le_trans {a b c : Unary} (hab : a ≤ b) (hbc : b ≤ c) : a ≤ c :=
  match hab, hbc with
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d + e, by rw [← add_assoc, hd, he]⟩

theorem le_antisymm {a b : Unary} (hab : a ≤ b) (hba : b ≤ a) : a = b :=
  match hab, hba with
  | ⟨d, hd⟩, ⟨e, he⟩ => by
    rw [← hd, add_assoc] at he
    have h : d = zero := left_eq_zero_of_add_eq_zero (eq_zero_of_add_eq_self_right he)
    rw [h] at hd
    exact hd

theorem le_antisymm_iff {a b : Unary} : a = b ↔ a ≤ b ∧ b ≤ a :=
  ⟨fun h => ⟨le_of_eq h, ge_of_eq h⟩, fun h => le_antisymm h.1 h.2⟩

theorem zero_le (a : Unary) : zero ≤ a := ⟨a, zero_add a⟩

theorem le_succ (a : Unary) : a ≤ succ a := ⟨one, rfl⟩

theorem le_succ_of_le {a b : Unary} (h : a ≤ b) : a ≤ succ b := le_trans h (le_succ b)

theorem le_of_succ_le {a b : Unary} (h : succ a ≤ b) : a ≤ b := le_trans (le_succ a) h

theorem succ_le_succ {a b : Unary} (h : a ≤ b) : succ a ≤ succ b :=
  match h with
  | ⟨c, hc⟩ => ⟨c, by rw [succ_add, hc]⟩

theorem le_of_succ_le_succ {a b : Unary} (h : succ a ≤ succ b) : a ≤ b :=
  match h with
  | ⟨c, hc⟩ => ⟨c, succ_inj (by rw [← succ_add, hc])⟩

theorem succ_le_succ_iff {a b : Unary} : succ a ≤ succ b ↔ a ≤ b :=
  ⟨le_of_succ_le_succ, succ_le_succ⟩

theorem eq_zero_of_le_zero {a : Unary} (h : a ≤ zero) : a = zero :=
  le_antisymm h (zero_le a)

theorem le_zero_iff {a : Unary} : a ≤ zero ↔ a = zero :=
  ⟨eq_zero_of_le_zero, le_of_eq⟩

theorem not_succ_le_zero (a : Unary) : ¬ succ a ≤ zero :=
  fun h => succ_ne_zero a (eq_zero_of_le_zero h)

theorem not_succ_le_self (a : Unary) : ¬ succ a ≤ a := by
  intro h
  cases h with
  | intro c hc =>
    rw [succ_add_eq_add_succ] at hc
    exact add_succ_ne_self a c hc

theorem le_total (a b : Unary) : a ≤ b ∨ b ≤ a := by
  induction a generalizing b with
  | zero => exact Or.inl (zero_le b)
  | succ a ih =>
    cases b with
    | zero => exact Or.inr (zero_le _)
    | succ b =>
      cases ih b with
      | inl h => exact Or.inl (succ_le_succ h)
      | inr h => exact Or.inr (succ_le_succ h)

theorem le_add_right (a b : Unary) : a ≤ a + b := ⟨b, rfl⟩

theorem le_add_left (a b : Unary) : a ≤ b + a := ⟨b, add_comm a b⟩

theorem le_add_right_of_le {a b : Unary} (c : Unary) (h : a ≤ b) : a ≤ b + c :=
  le_trans h (le_add_right b c)

theorem le_add_left_of_le {a b : Unary} (c : Unary) (h : a ≤ b) : a ≤ c + b :=
  le_trans h (le_add_left b c)

theorem le_of_add_le_right {a b c : Unary} (h : a + b ≤ c) : b ≤ c :=
  le_trans (le_add_left b a) h

theorem le_of_add_le_left {a b c : Unary} (h : a + b ≤ c) : a ≤ c :=
  le_trans (le_add_right a b) h

theorem add_le_add_right {a b : Unary} (h : a ≤ b) (c : Unary) : a + c ≤ b + c :=
  match h with
  | ⟨d, hd⟩ => ⟨d, by rw [add_right_comm, hd]⟩

theorem add_le_add_left {a b : Unary} (h : a ≤ b) (c : Unary) : c + a ≤ c + b := by
  rw [add_comm c a, add_comm c b]
  exact add_le_add_right h c

theorem add_le_add {a b c d : Unary} (hab : a ≤ b) (hcd : c ≤ d) : a + c ≤ b + d :=
  le_trans (add_le_add_right hab c) (add_le_add_left hcd b)

theorem le_of_add_le_add_right {a b c : Unary} (h : a + c ≤ b + c) : a ≤ b :=
  match h with
  | ⟨d, hd⟩ => ⟨d, add_right_cancel (c := c) (by rw [add_right_comm, hd])⟩

theorem le_of_add_le_add_left {a b c : Unary} (h : c + a ≤ c + b) : a ≤ b := by
  rw [add_comm c a, add_comm c b] at h
  exact le_of_add_le_add_right h

theorem add_le_add_iff_right {a b c : Unary} : a + c ≤ b + c ↔ a ≤ b :=
  ⟨le_of_add_le_add_right, fun h => add_le_add_right h c⟩

theorem add_le_add_iff_left {a b c : Unary} : c + a ≤ c + b ↔ a ≤ b :=
  ⟨le_of_add_le_add_left, fun h => add_le_add_left h c⟩

theorem mul_le_mul_right {a b : Unary} (h : a ≤ b) (c : Unary) : a * c ≤ b * c :=
  match h with
  | ⟨d, hd⟩ => ⟨d * c, by rw [← add_mul, hd]⟩

theorem mul_le_mul_left {a b : Unary} (h : a ≤ b) (c : Unary) : c * a ≤ c * b :=
  match h with
  | ⟨d, hd⟩ => ⟨c * d, by rw [← mul_add, hd]⟩

theorem mul_le_mul {a b c d : Unary} (hab : a ≤ b) (hcd : c ≤ d) : a * c ≤ b * d :=
  le_trans (mul_le_mul_right hab c) (mul_le_mul_left hcd b)

theorem square_le_square {a b : Unary} (h : a ≤ b) : square a ≤ square b := mul_le_mul h h

theorem double_le_double {a b : Unary} (h : a ≤ b) : double a ≤ double b := by
  rw [double_eq_add_self, double_eq_add_self]
  exact add_le_add h h

theorem le_double (a : Unary) : a ≤ double a := by
  rw [double_eq_add_self]
  exact le_add_right a a

theorem pow_le_pow_left {a b : Unary} (h : a ≤ b) (c : Unary) : pow a c ≤ pow b c := by
  induction c with
  | zero => exact le_refl _
  | succ c ih => exact mul_le_mul ih h

theorem lt_irrefl (a : Unary) : ¬ a < a := not_succ_le_self a

theorem lt_succ_self (a : Unary) : a < succ a := le_refl (succ a)

theorem zero_lt_succ (a : Unary) : zero < succ a := succ_le_succ (zero_le a)

theorem not_lt_zero (a : Unary) : ¬ a < zero := not_succ_le_zero a

theorem le_of_lt {a b : Unary} (h : a < b) : a ≤ b := le_of_succ_le h

theorem lt_of_lt_of_le {a b c : Unary} (hab : a < b) (hbc : b ≤ c) : a < c :=
  le_trans (b := b) hab hbc

theorem lt_of_le_of_lt {a b c : Unary} (hab : a ≤ b) (hbc : b < c) : a < c :=
  le_trans (b := succ b) (succ_le_succ hab) hbc

theorem lt_trans {a b c : Unary} (hab : a < b) (hbc : b < c) : a < c :=
  lt_of_lt_of_le hab (le_of_lt hbc)

theorem lt_asymm {a b : Unary} (hab : a < b) : ¬ b < a :=
  fun hba => lt_irrefl a (lt_trans hab hba)

theorem ne_of_lt {a b : Unary} (h : a < b) : a ≠ b := by
  intro e
  rw [e] at h
  exact lt_irrefl b h

theorem ne_of_gt {a b : Unary} (h : b < a) : a ≠ b := fun e => ne_of_lt h e.symm

theorem not_le_of_lt {a b : Unary} (h : a < b) : ¬ b ≤ a :=
  fun hba => lt_irrefl a (lt_of_lt_of_le h hba)

theorem not_lt_of_le {a b : Unary} (h : a ≤ b) : ¬ b < a :=
  fun hba => lt_irrefl b (lt_of_lt_of_le hba h)

theorem lt_succ_of_le {a b : Unary} (h : a ≤ b) : a < succ b := succ_le_succ h

theorem le_of_lt_succ {a b : Unary} (h : a < succ b) : a ≤ b := le_of_succ_le_succ h

theorem lt_succ_iff {a b : Unary} : a < succ b ↔ a ≤ b := succ_le_succ_iff

theorem lt_iff_succ_le {a b : Unary} : a < b ↔ succ a ≤ b := Iff.rfl

theorem eq_or_lt_of_le {a b : Unary} (h : a ≤ b) : a = b ∨ a < b := by
  cases h with
  | intro c hc =>
    cases c with
    | zero => exact Or.inl hc
    | succ c => exact Or.inr ⟨c, by rw [succ_add, ← hc]; rfl⟩

theorem lt_of_le_of_ne {a b : Unary} (h : a ≤ b) (hne : a ≠ b) : a < b := by
  cases eq_or_lt_of_le h with
  | inl e => exact absurd e hne
  | inr l => exact l

theorem lt_iff_le_and_ne {a b : Unary} : a < b ↔ a ≤ b ∧ a ≠ b :=
  ⟨fun h => ⟨le_of_lt h, ne_of_lt h⟩, fun h => lt_of_le_of_ne h.1 h.2⟩

theorem lt_or_ge (a b : Unary) : a < b ∨ b ≤ a := by
  cases le_total a b with
  | inr h => exact Or.inr h
  | inl h =>
    cases eq_or_lt_of_le h with
    | inl e => exact Or.inr (ge_of_eq e)
    | inr l => exact Or.inl l

theorem lt_of_not_ge {a b : Unary} (h : ¬ b ≤ a) : a < b := by
  cases lt_or_ge a b with
  | inl l => exact l
  | inr g => exact absurd g h

theorem le_of_not_lt {a b : Unary} (h : ¬ b < a) : a ≤ b := by
  cases lt_or_ge b a with
  | inl l => exact absurd l h
  | inr g => exact g

theorem lt_trichotomy (a b : Unary) : a < b ∨ a = b ∨ b < a := by
  cases lt_or_ge a b with
  | inl l => exact Or.inl l
  | inr g =>
    cases eq_or_lt_of_le g with
    | inl e => exact Or.inr (Or.inl e.symm)
    | inr l => exact Or.inr (Or.inr l)

theorem zero_lt_of_ne_zero {a : Unary} (h : a ≠ zero) : zero < a :=
  lt_of_le_of_ne (zero_le a) (fun e => h e.symm)

theorem zero_lt_iff_ne_zero {a : Unary} : zero < a ↔ a ≠ zero :=
  ⟨ne_of_gt, zero_lt_of_ne_zero⟩

theorem add_lt_add_right {a b : Unary} (h : a < b) (c : Unary) : a + c < b + c := by
  have h' : succ a + c ≤ b + c := add_le_add_right h c
  rw [succ_add] at h'
  exact h'

theorem add_lt_add_left {a b : Unary} (h : a < b) (c : Unary) : c + a < c + b := by
  rw [add_comm c a, add_comm c b]
  exact add_lt_add_right h c

theorem add_lt_add {a b c d : Unary} (hab : a < b) (hcd : c < d) : a + c < b + d :=
  lt_trans (add_lt_add_right hab c) (add_lt_add_left hcd b)

theorem lt_add_succ (a b : Unary) : a < a + succ b := ⟨b, by rw [succ_add]; rfl⟩

end Unary

end Tally
