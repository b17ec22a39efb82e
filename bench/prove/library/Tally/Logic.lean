/-!
# Propositions

A few facts about the connectives under names of this library's own, so that the other files depend on nothing
that differs between versions of Lean.
-/

namespace Tally

variable {a b c d : Prop}

/-- What follows from each of two cases follows. -/
theorem either (h : a ∨ b) (f : a → c) (g : b → c) : c :=
  match h with
  | Or.inl x => f x
  | Or.inr y => g y

theorem and_swap (h : a ∧ b) : b ∧ a := ⟨h.2, h.1⟩

theorem and_swap_iff : a ∧ b ↔ b ∧ a := ⟨and_swap, and_swap⟩

theorem and_reassoc : (a ∧ b) ∧ c ↔ a ∧ (b ∧ c) :=
  ⟨fun h => ⟨h.1.1, h.1.2, h.2⟩, fun h => ⟨⟨h.1, h.2.1⟩, h.2.2⟩⟩

theorem or_swap (h : a ∨ b) : b ∨ a := either h Or.inr Or.inl

theorem or_swap_iff : a ∨ b ↔ b ∨ a := ⟨or_swap, or_swap⟩

theorem or_reassoc : (a ∨ b) ∨ c ↔ a ∨ (b ∨ c) :=
  ⟨fun h => either h (fun h => either h Or.inl (fun y => Or.inr (Or.inl y))) (fun z => Or.inr (Or.inr z)),
    fun h => either h (fun x => Or.inl (Or.inl x)) (fun h => either h (fun y => Or.inl (Or.inr y)) Or.inr)⟩

theorem and_or_distrib : a ∧ (b ∨ c) ↔ (a ∧ b) ∨ (a ∧ c) :=
  ⟨fun h => either h.2 (fun y => Or.inl ⟨h.1, y⟩) (fun z => Or.inr ⟨h.1, z⟩),
    fun h => either h (fun h => ⟨h.1, Or.inl h.2⟩) (fun h => ⟨h.1, Or.inr h.2⟩)⟩

theorem or_and_distrib : a ∨ (b ∧ c) ↔ (a ∨ b) ∧ (a ∨ c) :=
  ⟨fun h => either h (fun x => ⟨Or.inl x, Or.inl x⟩) (fun h => ⟨Or.inr h.1, Or.inr h.2⟩),
    fun h => either h.1 Or.inl (fun y => either h.2 Or.inl (fun z => Or.inr ⟨y, z⟩))⟩

theorem and_map (f : a → c) (g : b → d) (h : a ∧ b) : c ∧ d := ⟨f h.1, g h.2⟩

theorem or_map (f : a → c) (g : b → d) (h : a ∨ b) : c ∨ d :=
  either h (fun x => Or.inl (f x)) (fun y => Or.inr (g y))

theorem contrapose (f : a → b) (h : ¬ b) : ¬ a := fun x => h (f x)

theorem not_both_iff : ¬ (a ∧ b) ↔ (a → ¬ b) := ⟨fun h x y => h ⟨x, y⟩, fun h x => h x.1 x.2⟩

theorem not_either_iff : ¬ (a ∨ b) ↔ ¬ a ∧ ¬ b :=
  ⟨fun h => ⟨fun x => h (Or.inl x), fun y => h (Or.inr y)⟩, fun h x => either x h.1 h.2⟩

theorem not_not_of (x : a) : ¬ ¬ a := fun h => h x

theorem not_of_not_not_not (h : ¬ ¬ ¬ a) : ¬ a := fun x => h (not_not_of x)

theorem curry_iff : (a ∧ b → c) ↔ (a → b → c) := ⟨fun f x y => f ⟨x, y⟩, fun f h => f h.1 h.2⟩

theorem not_exists_of_forall_not {α : Type} {p : α → Prop} (h : ∀ x, ¬ p x) : ¬ ∃ x, p x :=
  fun ⟨x, px⟩ => h x px

theorem forall_not_of_not_exists {α : Type} {p : α → Prop} (h : ¬ ∃ x, p x) : ∀ x, ¬ p x :=
  fun x px => h ⟨x, px⟩

theorem exists_or_iff {α : Type} {p q : α → Prop} :
    (∃ x, p x ∨ q x) ↔ (∃ x, p x) ∨ ∃ x, q x :=
  ⟨fun ⟨x, h⟩ => either h (fun px => Or.inl ⟨x, px⟩) (fun qx => Or.inr ⟨x, qx⟩),
    fun h => either h (fun ⟨x, px⟩ => ⟨x, Or.inl px⟩) (fun ⟨x, qx⟩ => ⟨x, Or.inr qx⟩)⟩

theorem forall_and_iff {α : Type} {p q : α → Prop} :
    (∀ x, p x ∧ q x) ↔ (∀ x, p x) ∧ ∀ x, q x :=
  ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩

end Tally
