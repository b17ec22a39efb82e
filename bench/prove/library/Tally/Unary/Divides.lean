import Tally.Unary.Order

/-!
# Divisibility and parity of unary numbers

* `Unary.Divides`: written out as a predicate, reflexive, transitive and antisymmetric
* `Unary.Even`, `Unary.Odd`: parity, and how sums and products behave
-/

namespace Tally

namespace Unary

/-- Some multiple of `a` is `b`. -/
def Divides (a b : Unary) : Prop := ∃ c, a * c = b

/-- The number is twice another. -/
def Even (a : Unary) : Prop := ∃ b, a = double b

/-- The number is the successor of twice another. -/
def Odd (a : Unary) : Prop := ∃ b, a = succ (double b)

theorem divides_of_mul_eq {a b c : Unary} (h : a * c = b) : Divides a b := ⟨c, h⟩

theorem divides_refl (a : Unary) : Divides a a := ⟨one, mul_one a⟩

theorem one_divides (a : Unary) : Divides one a := ⟨a, one_mul a⟩

theorem divides_zero (a : Unary) : Divides a zero := ⟨zero, rfl⟩

theorem eq_zero_of_zero_divides {a : Unary} (h : Divides zero a) : a = zero :=
  match h with
  | ⟨c, hc⟩ => by rw [← hc, zero_mul]

theorem zero_divides_iff {a : Unary} : Divides zero a ↔ a = zero :=
  ⟨eq_zero_of_zero_divides, fun h => by rw [h]; exact divides_zero zero⟩

theorem divides_trans {a b c : Unary} (hab : Divides a b) (hbc : Divides b c) : Divides a c :=
  match hab, hbc with
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d * e, by rw [← mul_assoc, hd, he]⟩

theorem divides_mul_right (a b : Unary) : Divides a (a * b) := ⟨b, rfl⟩

theorem divides_mul_left (a b : Unary) : Divides a (b * a) := ⟨b, mul_comm a b⟩

theorem divides_mul_of_divides_left {a b : Unary} (h : Divides a b) (c : Unary) :
    Divides a (b * c) :=
  divides_trans h (divides_mul_right b c)

theorem divides_mul_of_divides_right {a b : Unary} (h : Divides a b) (c : Unary) :
    Divides a (c * b) :=
  divides_trans h (divides_mul_left b c)

theorem divides_of_mul_divides_right {a b c : Unary} (h : Divides (a * b) c) : Divides b c :=
  divides_trans (divides_mul_left b a) h

theorem divides_of_mul_divides_left {a b c : Unary} (h : Divides (a * b) c) : Divides a c :=
  divides_trans (divides_mul_right a b) h

theorem divides_add {a b c : Unary} (hb : Divides a b) (hc : Divides a c) :
    Divides a (b + c) :=
  match hb, hc with
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d + e, by rw [mul_add, hd, he]⟩

theorem mul_divides_mul {a b c d : Unary} (hab : Divides a b) (hcd : Divides c d) :
    Divides (a * c) (b * d) :=
  match hab, hcd with
  | ⟨e, he⟩, ⟨f, hf⟩ => ⟨e * f, by rw [mul_mul_mul_comm, he, hf]⟩

theorem mul_divides_mul_right {a b : Unary} (h : Divides a b) (c : Unary) :
    Divides (a * c) (b * c) :=
  mul_divides_mul h (divides_refl c)

theorem mul_divides_mul_left {a b : Unary} (h : Divides a b) (c : Unary) :
    Divides (c * a) (c * b) :=
  mul_divides_mul (divides_refl c) h

theorem divides_square (a : Unary) : Divides a (square a) := divides_mul_right a a

theorem divides_double_of_divides {a b : Unary} (h : Divides a b) : Divides a (double b) := by
  rw [double_eq_add_self]
  exact divides_add h h

theorem divides_pow_succ (a b : Unary) : Divides a (pow a (succ b)) := divides_mul_left a _

theorem pow_divides_pow_add (a b c : Unary) : Divides (pow a b) (pow a (b + c)) :=
  ⟨pow a c, (pow_add a b c).symm⟩

theorem pow_divides_pow_of_le {a b c : Unary} (h : b ≤ c) : Divides (pow a b) (pow a c) :=
  match h with
  | ⟨d, hd⟩ => by
    rw [← hd]
    exact pow_divides_pow_add a b d

theorem le_of_divides {a b : Unary} (hb : b ≠ zero) (h : Divides a b) : a ≤ b := by
  cases h with
  | intro c hc =>
    cases c with
    | zero => exact absurd hc.symm hb
    | succ c => exact ⟨a * c, by rw [← hc, mul_succ, add_comm]⟩

theorem divides_antisymm {a b : Unary} (hab : Divides a b) (hba : Divides b a) : a = b := by
  cases a with
  | zero => exact (eq_zero_of_zero_divides hab).symm
  | succ a =>
    cases b with
    | zero => exact eq_zero_of_zero_divides hba
    | succ b =>
      exact le_antisymm (le_of_divides (succ_ne_zero b) hab) (le_of_divides (succ_ne_zero a) hba)

theorem eq_one_of_divides_one {a : Unary} (h : Divides a one) : a = one :=
  divides_antisymm h (one_divides a)

theorem even_zero : Even zero := ⟨zero, rfl⟩

theorem odd_one : Odd one := ⟨zero, rfl⟩

theorem even_two : Even two := ⟨one, rfl⟩

theorem even_double (a : Unary) : Even (double a) := ⟨a, rfl⟩

theorem odd_succ_double (a : Unary) : Odd (succ (double a)) := ⟨a, rfl⟩

theorem odd_succ_of_even {a : Unary} (h : Even a) : Odd (succ a) :=
  match h with
  | ⟨b, hb⟩ => ⟨b, by rw [hb]⟩

theorem even_succ_of_odd {a : Unary} (h : Odd a) : Even (succ a) :=
  match h with
  | ⟨b, hb⟩ => ⟨succ b, by rw [hb, double_succ]⟩

theorem even_of_odd_succ {a : Unary} (h : Odd (succ a)) : Even a :=
  match h with
  | ⟨b, hb⟩ => ⟨b, succ_inj hb⟩

theorem odd_of_even_succ {a : Unary} (h : Even (succ a)) : Odd a := by
  cases h with
  | intro b hb =>
    cases b with
    | zero => cases hb
    | succ b => exact ⟨b, succ_inj hb⟩

theorem odd_succ_iff {a : Unary} : Odd (succ a) ↔ Even a := ⟨even_of_odd_succ, odd_succ_of_even⟩

theorem even_succ_iff {a : Unary} : Even (succ a) ↔ Odd a := ⟨odd_of_even_succ, even_succ_of_odd⟩

theorem even_or_odd (a : Unary) : Even a ∨ Odd a := by
  induction a with
  | zero => exact Or.inl even_zero
  | succ a ih =>
    cases ih with
    | inl h => exact Or.inr (odd_succ_of_even h)
    | inr h => exact Or.inl (even_succ_of_odd h)

theorem not_even_and_odd (a : Unary) : ¬ (Even a ∧ Odd a) :=
  fun h => match h with
  | ⟨⟨b, hb⟩, ⟨c, hc⟩⟩ => double_ne_succ_double b c (by rw [← hb, ← hc])

theorem not_odd_of_even {a : Unary} (h : Even a) : ¬ Odd a := fun o => not_even_and_odd a ⟨h, o⟩

theorem not_even_of_odd {a : Unary} (h : Odd a) : ¬ Even a := fun e => not_even_and_odd a ⟨e, h⟩

theorem even_of_not_odd {a : Unary} (h : ¬ Odd a) : Even a := by
  cases even_or_odd a with
  | inl e => exact e
  | inr o => exact absurd o h

theorem odd_of_not_even {a : Unary} (h : ¬ Even a) : Odd a := by
  cases even_or_odd a with
  | inl e => exact absurd e h
  | inr o => exact o

theorem not_even_iff {a : Unary} : ¬ Even a ↔ Odd a := ⟨odd_of_not_even, not_even_of_odd⟩

theorem not_odd_iff {a : Unary} : ¬ Odd a ↔ Even a := ⟨even_of_not_odd, not_odd_of_even⟩

theorem even_add_self (a : Unary) : Even (a + a) := ⟨a, (double_eq_add_self a).symm⟩

theorem even_add {a b : Unary} (ha : Even a) (hb : Even b) : Even (a + b) :=
  match ha, hb with
  | ⟨c, hc⟩, ⟨d, hd⟩ => ⟨c + d, by rw [double_add, hc, hd]⟩

theorem odd_add_of_odd_of_even {a b : Unary} (ha : Odd a) (hb : Even b) : Odd (a + b) :=
  match ha, hb with
  | ⟨c, hc⟩, ⟨d, hd⟩ => ⟨c + d, by rw [double_add, hc, hd, succ_add]⟩

theorem odd_add_of_even_of_odd {a b : Unary} (ha : Even a) (hb : Odd b) : Odd (a + b) := by
  rw [add_comm]
  exact odd_add_of_odd_of_even hb ha

theorem even_add_of_odd_of_odd {a b : Unary} (ha : Odd a) (hb : Odd b) : Even (a + b) :=
  match ha, hb with
  | ⟨c, hc⟩, ⟨d, hd⟩ => ⟨succ (c + d), by rw [double_succ, double_add, hc, hd, succ_add]; rfl⟩

theorem even_mul_right {a : Unary} (h : Even a) (b : Unary) : Even (a * b) :=
  match h with
  | ⟨c, hc⟩ => ⟨c * b, by rw [double_mul, hc]⟩

theorem even_mul_left {a : Unary} (h : Even a) (b : Unary) : Even (b * a) := by
  rw [mul_comm]
  exact even_mul_right h b

theorem odd_mul {a b : Unary} (ha : Odd a) (hb : Odd b) : Odd (a * b) := by
  cases hb with
  | intro c hc =>
    rw [hc, mul_succ]
    exact odd_add_of_even_of_odd (even_mul_left (even_double c) a) ha

theorem even_iff_two_divides {a : Unary} : Even a ↔ Divides two a :=
  ⟨fun ⟨b, hb⟩ => ⟨b, by rw [two_mul_eq_double, hb]⟩,
    fun ⟨b, hb⟩ => ⟨b, by rw [← two_mul_eq_double, hb]⟩⟩

theorem even_mul_succ (a : Unary) : Even (a * succ a) := by
  cases even_or_odd a with
  | inl h => exact even_mul_right h _
  | inr h => exact even_mul_left (even_succ_of_odd h) a

theorem even_square {a : Unary} (h : Even a) : Even (square a) := even_mul_right h a

theorem odd_square {a : Unary} (h : Odd a) : Odd (square a) := odd_mul h h

theorem even_of_even_square {a : Unary} (h : Even (square a)) : Even a :=
  even_of_not_odd (fun o => not_even_of_odd (odd_square o) h)

theorem odd_ne_zero {a : Unary} (h : Odd a) : a ≠ zero :=
  fun e => not_odd_of_even even_zero (e ▸ h)

end Unary

end Tally
