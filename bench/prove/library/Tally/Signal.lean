import Tally.Logic

/-!
# Three-valued signals

* `Signal`: off, unknown or on
* `Signal.neg`, `Signal.min`, `Signal.max`, `Signal.imp`: the operations of Kleene's logic
-/

namespace Tally

/-- What is known of a wire. -/
inductive Signal : Type where
  | off : Signal
  | unknown : Signal
  | on : Signal

namespace Signal

/-- On and off exchanged. -/
def neg : Signal → Signal
  | off => on
  | unknown => unknown
  | on => off

/-- The lesser of two signals. -/
def min : Signal → Signal → Signal
  | off, _ => off
  | unknown, off => off
  | unknown, unknown => unknown
  | unknown, on => unknown
  | on, b => b

/-- The greater of two signals. -/
def max : Signal → Signal → Signal
  | off, b => b
  | unknown, off => unknown
  | unknown, unknown => unknown
  | unknown, on => on
  | on, _ => on

/-- Implication: not the first, or the second. -/
def imp (a b : Signal) : Signal := max (neg a) b

/-- The signal is known. -/
def Known (a : Signal) : Prop := a = off ∨ a = on

@[simp] theorem neg_off : neg off = on := rfl

@[simp] theorem neg_on : neg on = off := rfl

@[simp] theorem neg_unknown : neg unknown = unknown := rfl

theorem off_ne_on : off ≠ on := by
  intro h
  cases h

theorem off_ne_unknown : off ≠ unknown := by
  intro h
  cases h

theorem on_ne_unknown : on ≠ unknown := by
  intro h
  cases h

theorem neg_neg (a : Signal) : neg (neg a) = a := by cases a <;> rfl

theorem neg_inj {a b : Signal} (h : neg a = neg b) : a = b := by
  rw [← neg_neg a, h, neg_neg]

theorem neg_eq_iff {a b : Signal} : neg a = b ↔ a = neg b :=
  ⟨fun h => by rw [← h, neg_neg], fun h => by rw [h, neg_neg]⟩

theorem neg_eq_self_iff {a : Signal} : neg a = a ↔ a = unknown := by
  constructor
  · intro h
    cases a with
    | off => cases h
    | unknown => rfl
    | on => cases h
  · intro h
    rw [h]
    rfl

theorem min_comm (a b : Signal) : min a b = min b a := by cases a <;> cases b <;> rfl

theorem max_comm (a b : Signal) : max a b = max b a := by cases a <;> cases b <;> rfl

theorem min_assoc (a b c : Signal) : min (min a b) c = min a (min b c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem max_assoc (a b c : Signal) : max (max a b) c = max a (max b c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem min_self (a : Signal) : min a a = a := by cases a <;> rfl

theorem max_self (a : Signal) : max a a = a := by cases a <;> rfl

theorem min_on (a : Signal) : min a on = a := by cases a <;> rfl

theorem on_min (a : Signal) : min on a = a := rfl

theorem min_off (a : Signal) : min a off = off := by cases a <;> rfl

theorem off_min (a : Signal) : min off a = off := rfl

theorem max_on (a : Signal) : max a on = on := by cases a <;> rfl

theorem on_max (a : Signal) : max on a = on := rfl

theorem max_off (a : Signal) : max a off = a := by cases a <;> rfl

theorem off_max (a : Signal) : max off a = a := rfl

theorem min_max_distrib (a b c : Signal) : min a (max b c) = max (min a b) (min a c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem max_min_distrib (a b c : Signal) : max a (min b c) = min (max a b) (max a c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem min_max_self (a b : Signal) : min a (max a b) = a := by cases a <;> cases b <;> rfl

theorem max_min_self (a b : Signal) : max a (min a b) = a := by cases a <;> cases b <;> rfl

theorem neg_min (a b : Signal) : neg (min a b) = max (neg a) (neg b) := by
  cases a <;> cases b <;> rfl

theorem neg_max (a b : Signal) : neg (max a b) = min (neg a) (neg b) := by
  cases a <;> cases b <;> rfl

theorem imp_def (a b : Signal) : imp a b = max (neg a) b := rfl

theorem imp_on (a : Signal) : imp a on = on := max_on (neg a)

theorem imp_off (a : Signal) : imp a off = neg a := max_off (neg a)

theorem on_imp (a : Signal) : imp on a = a := rfl

theorem off_imp (a : Signal) : imp off a = on := rfl

theorem imp_contrapose (a b : Signal) : imp a b = imp (neg b) (neg a) := by
  rw [imp_def, imp_def, neg_neg, max_comm]

theorem imp_imp (a b c : Signal) : imp a (imp b c) = imp (min a b) c := by
  rw [imp_def, imp_def, imp_def, neg_min, max_assoc]

theorem known_off : Known off := Or.inl rfl

theorem known_on : Known on := Or.inr rfl

theorem not_known_unknown : ¬ Known unknown :=
  fun h => either h (fun e => off_ne_unknown e.symm) (fun e => on_ne_unknown e.symm)

theorem known_neg {a : Signal} (h : Known a) : Known (neg a) :=
  either h (fun e => Or.inr (by rw [e]; rfl)) (fun e => Or.inl (by rw [e]; rfl))

theorem known_min {a b : Signal} (ha : Known a) (hb : Known b) : Known (min a b) :=
  either ha (fun e => Or.inl (by rw [e, off_min])) (fun e => by rw [e, on_min]; exact hb)

theorem known_max {a b : Signal} (ha : Known a) (hb : Known b) : Known (max a b) :=
  either ha (fun e => by rw [e, off_max]; exact hb) (fun e => Or.inr (by rw [e, on_max]))

theorem max_neg_self_of_known {a : Signal} (h : Known a) : max a (neg a) = on :=
  either h (fun e => by rw [e]; rfl) (fun e => by rw [e]; rfl)

theorem min_neg_self_of_known {a : Signal} (h : Known a) : min a (neg a) = off :=
  either h (fun e => by rw [e]; rfl) (fun e => by rw [e]; rfl)

end Signal

end Tally
