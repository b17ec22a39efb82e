import Tally.Row.Basic

/-!
# Membership in a sequence

* `Row.Mem`: an entry stands in a sequence
* `Row.All`, `Row.Any`: every entry, some entry has a property
* `Row.Sub`: every entry of one sequence stands in another
* `Row.Starts`: one sequence begins another
-/

namespace Tally

namespace Row

variable {α β : Type}

/-- The entry `x` stands in the sequence. -/
inductive Mem (x : α) : Row α → Prop where
  | head (s : Row α) : Mem x (cons x s)
  | tail (y : α) (s : Row α) (h : Mem x s) : Mem x (cons y s)

/-- Every entry has the property. -/
def All (p : α → Prop) : Row α → Prop
  | nil => True
  | cons x s => p x ∧ All p s

/-- Any entry has the property. -/
def Any (p : α → Prop) : Row α → Prop
  | nil => False
  | cons x s => p x ∨ Any p s

/-- Every entry of `s` stands in `t`. -/
def Sub (s t : Row α) : Prop := ∀ x, Mem x s → Mem x t

/-- The sequence `t` begins with `s`. -/
def Starts (s t : Row α) : Prop := ∃ u, append s u = t

theorem not_mem_nil (x : α) : ¬ Mem x nil := by
  intro h
  cases h

theorem mem_cons_self (x : α) (s : Row α) : Mem x (cons x s) := Mem.head s

theorem mem_cons_of_mem {x : α} (y : α) {s : Row α} (h : Mem x s) : Mem x (cons y s) :=
  Mem.tail y s h

theorem mem_cons_iff {x y : α} {s : Row α} : Mem x (cons y s) ↔ x = y ∨ Mem x s := by
  constructor
  · intro h
    cases h with
    | head => exact Or.inl rfl
    | tail _ _ h => exact Or.inr h
  · intro h
    cases h with
    | inl h => rw [h]; exact Mem.head s
    | inr h => exact Mem.tail y s h

theorem mem_singleton_iff {x y : α} : Mem x (cons y nil) ↔ x = y := by
  rw [mem_cons_iff]
  exact ⟨fun h => either h id (fun h => absurd h (not_mem_nil x)), Or.inl⟩

theorem eq_of_mem_singleton {x y : α} (h : Mem x (cons y nil)) : x = y := mem_singleton_iff.mp h

theorem mem_append_left {x : α} {s : Row α} (t : Row α) (h : Mem x s) : Mem x (append s t) := by
  induction h with
  | head s => exact Mem.head _
  | tail y s _ ih => exact Mem.tail y _ ih

theorem mem_append_right {x : α} (s : Row α) {t : Row α} (h : Mem x t) : Mem x (append s t) := by
  induction s with
  | nil => exact h
  | cons y s ih => exact Mem.tail y _ ih

theorem mem_or_mem_of_mem_append {x : α} {s t : Row α} (h : Mem x (append s t)) :
    Mem x s ∨ Mem x t := by
  induction s with
  | nil => exact Or.inr h
  | cons y s ih =>
    rw [cons_append, mem_cons_iff] at h
    cases h with
    | inl h => exact Or.inl (by rw [h]; exact Mem.head s)
    | inr h =>
      cases ih h with
      | inl h => exact Or.inl (Mem.tail y s h)
      | inr h => exact Or.inr h

theorem mem_append_iff {x : α} {s t : Row α} : Mem x (append s t) ↔ Mem x s ∨ Mem x t :=
  ⟨mem_or_mem_of_mem_append, fun h => either h (mem_append_left t) (mem_append_right s)⟩

theorem mem_append_comm {x : α} {s t : Row α} : Mem x (append s t) ↔ Mem x (append t s) := by
  rw [mem_append_iff, mem_append_iff]
  exact or_swap_iff

theorem mem_snoc_iff {x y : α} {s : Row α} : Mem x (snoc s y) ↔ Mem x s ∨ x = y := by
  rw [snoc_eq_append, mem_append_iff, mem_singleton_iff] <;> exact Iff.rfl

theorem mem_snoc_self (s : Row α) (x : α) : Mem x (snoc s x) := mem_snoc_iff.mpr (Or.inr rfl)

theorem mem_rev_of_mem {x : α} {s : Row α} (h : Mem x s) : Mem x (rev s) := by
  induction h with
  | head s => exact mem_snoc_self _ _
  | tail y s _ ih => exact mem_snoc_iff.mpr (Or.inl ih)

theorem mem_of_mem_rev {x : α} {s : Row α} (h : Mem x (rev s)) : Mem x s := by
  rw [← rev_rev s]
  exact mem_rev_of_mem h

theorem mem_rev_iff {x : α} {s : Row α} : Mem x (rev s) ↔ Mem x s :=
  ⟨mem_of_mem_rev, mem_rev_of_mem⟩

theorem mem_map_of_mem (f : α → β) {x : α} {s : Row α} (h : Mem x s) : Mem (f x) (map f s) := by
  induction h with
  | head s => exact Mem.head _
  | tail y s _ ih => exact Mem.tail _ _ ih

theorem exists_of_mem_map {f : α → β} {y : β} {s : Row α} (h : Mem y (map f s)) :
    ∃ x, Mem x s ∧ f x = y := by
  induction s with
  | nil => exact absurd h (not_mem_nil y)
  | cons z s ih =>
    rw [map_cons, mem_cons_iff] at h
    cases h with
    | inl h => exact ⟨z, Mem.head s, h.symm⟩
    | inr h =>
      match ih h with
      | ⟨x, hx, e⟩ => exact ⟨x, Mem.tail z s hx, e⟩

theorem mem_map_iff {f : α → β} {y : β} {s : Row α} :
    Mem y (map f s) ↔ ∃ x, Mem x s ∧ f x = y :=
  ⟨exists_of_mem_map, fun ⟨_, hx, e⟩ => e ▸ mem_map_of_mem f hx⟩

theorem eq_of_mem_repeated {x y : α} {n : Unary} (h : Mem x (repeated y n)) : x = y := by
  induction n with
  | zero => exact absurd h (not_mem_nil x)
  | succ n ih =>
    rw [repeated_succ, mem_cons_iff] at h
    exact either h id ih

theorem ne_nil_of_mem {x : α} {s : Row α} (h : Mem x s) : s ≠ nil := by
  intro e
  rw [e] at h
  exact not_mem_nil x h

theorem exists_append_of_mem {x : α} {s : Row α} (h : Mem x s) :
    ∃ t u, s = append t (cons x u) := by
  induction h with
  | head s => exact ⟨nil, s, rfl⟩
  | tail y s _ ih =>
    match ih with
    | ⟨t, u, e⟩ => exact ⟨cons y t, u, by rw [e, cons_append]⟩

theorem mem_flatten_of_mem {x : α} {s : Row α} {t : Row (Row α)} (hs : Mem s t) (hx : Mem x s) :
    Mem x (flatten t) := by
  induction hs with
  | head u => exact mem_append_left _ hx
  | tail v u _ ih => exact mem_append_right v ih

theorem le_total_of_mem {a : Unary} {s : Row Unary} (h : Mem a s) : a ≤ total s := by
  induction h with
  | head s => exact Unary.le_add_right _ _
  | tail b s _ ih => exact Unary.le_add_left_of_le b ih

theorem all_nil (p : α → Prop) : All p nil := trivial

theorem all_cons_iff {p : α → Prop} {x : α} {s : Row α} : All p (cons x s) ↔ p x ∧ All p s :=
  Iff.rfl

theorem all_iff_forall_mem {p : α → Prop} {s : Row α} : All p s ↔ ∀ x, Mem x s → p x := by
  induction s with
  | nil => exact ⟨fun _ x h => absurd h (not_mem_nil x), fun _ => trivial⟩
  | cons y s ih =>
    constructor
    · intro h x hx
      cases hx with
      | head => exact h.1
      | tail _ _ hx => exact ih.mp h.2 x hx
    · intro h
      exact ⟨h y (Mem.head s), ih.mpr (fun x hx => h x (Mem.tail y s hx))⟩

theorem all_append_iff {p : α → Prop} {s t : Row α} :
    All p (append s t) ↔ All p s ∧ All p t := by
  rw [all_iff_forall_mem, all_iff_forall_mem, all_iff_forall_mem]
  constructor
  · intro h
    exact ⟨fun x hx => h x (mem_append_left t hx), fun x hx => h x (mem_append_right s hx)⟩
  · intro h x hx
    exact either (mem_or_mem_of_mem_append hx) (h.1 x) (h.2 x)

theorem all_rev_iff {p : α → Prop} {s : Row α} : All p (rev s) ↔ All p s := by
  rw [all_iff_forall_mem, all_iff_forall_mem]
  exact ⟨fun h x hx => h x (mem_rev_of_mem hx), fun h x hx => h x (mem_of_mem_rev hx)⟩

theorem all_map_iff {p : β → Prop} {f : α → β} {s : Row α} :
    All p (map f s) ↔ All (fun x => p (f x)) s := by
  induction s with
  | nil => exact Iff.rfl
  | cons x s ih => exact ⟨fun h => ⟨h.1, ih.mp h.2⟩, fun h => ⟨h.1, ih.mpr h.2⟩⟩

theorem all_imp {p q : α → Prop} (h : ∀ x, p x → q x) {s : Row α} (hs : All p s) : All q s := by
  induction s with
  | nil => exact trivial
  | cons x s ih => exact ⟨h x hs.1, ih hs.2⟩

theorem all_and_iff {p q : α → Prop} {s : Row α} :
    All (fun x => p x ∧ q x) s ↔ All p s ∧ All q s :=
  ⟨fun h => ⟨all_imp (fun _ h => h.1) h, all_imp (fun _ h => h.2) h⟩,
    fun h => by
      rw [all_iff_forall_mem] at h ⊢
      exact fun x hx => ⟨h.1 x hx, all_iff_forall_mem.mp h.2 x hx⟩⟩

theorem all_true (s : Row α) : All (fun _ => True) s := by
  induction s with
  | nil => exact trivial
  | cons x s ih => exact ⟨trivial, ih⟩

theorem not_any_nil (p : α → Prop) : ¬ Any p nil := id

theorem any_cons_iff {p : α → Prop} {x : α} {s : Row α} : Any p (cons x s) ↔ p x ∨ Any p s :=
  Iff.rfl

theorem any_iff_exists_mem {p : α → Prop} {s : Row α} : Any p s ↔ ∃ x, Mem x s ∧ p x := by
  induction s with
  | nil => exact ⟨False.elim, fun ⟨x, hx, _⟩ => not_mem_nil x hx⟩
  | cons y s ih =>
    constructor
    · intro h
      cases h with
      | inl h => exact ⟨y, Mem.head s, h⟩
      | inr h =>
        match ih.mp h with
        | ⟨x, hx, px⟩ => exact ⟨x, Mem.tail y s hx, px⟩
    · intro ⟨x, hx, px⟩
      cases hx with
      | head => exact Or.inl px
      | tail _ _ hx => exact Or.inr (ih.mpr ⟨x, hx, px⟩)

theorem any_of_mem {p : α → Prop} {x : α} {s : Row α} (hx : Mem x s) (px : p x) : Any p s :=
  any_iff_exists_mem.mpr ⟨x, hx, px⟩

theorem any_append_iff {p : α → Prop} {s t : Row α} :
    Any p (append s t) ↔ Any p s ∨ Any p t := by
  induction s with
  | nil => exact ⟨Or.inr, fun h => either h False.elim id⟩
  | cons x s ih =>
    constructor
    · intro h
      cases h with
      | inl h => exact Or.inl (Or.inl h)
      | inr h =>
        cases ih.mp h with
        | inl h => exact Or.inl (Or.inr h)
        | inr h => exact Or.inr h
    · intro h
      cases h with
      | inr h => exact Or.inr (ih.mpr (Or.inr h))
      | inl h =>
        cases h with
        | inl h => exact Or.inl h
        | inr h => exact Or.inr (ih.mpr (Or.inl h))

theorem any_imp {p q : α → Prop} (h : ∀ x, p x → q x) {s : Row α} (hs : Any p s) :
    Any q s := by
  induction s with
  | nil => exact hs
  | cons x s ih =>
    cases hs with
    | inl hx => exact Or.inl (h x hx)
    | inr hs => exact Or.inr (ih hs)

theorem not_any_iff_all_not {p : α → Prop} {s : Row α} :
    ¬ Any p s ↔ All (fun x => ¬ p x) s := by
  rw [all_iff_forall_mem]
  constructor
  · intro h x hx px
    exact h (any_of_mem hx px)
  · intro h hs
    match any_iff_exists_mem.mp hs with
    | ⟨x, hx, px⟩ => exact h x hx px

theorem sub_refl (s : Row α) : Sub s s := fun _ h => h

theorem sub_trans {s t u : Row α} (hst : Sub s t) (htu : Sub t u) : Sub s u :=
  fun x h => htu x (hst x h)

theorem nil_sub (s : Row α) : Sub nil s := fun x h => absurd h (not_mem_nil x)

theorem sub_cons (x : α) (s : Row α) : Sub s (cons x s) := fun _ h => Mem.tail x s h

theorem sub_append_left (s t : Row α) : Sub s (append s t) := fun _ h => mem_append_left t h

theorem sub_append_right (s t : Row α) : Sub t (append s t) := fun _ h => mem_append_right s h

theorem append_sub {s t u : Row α} (hs : Sub s u) (ht : Sub t u) : Sub (append s t) u :=
  fun x h => either (mem_or_mem_of_mem_append h) (hs x) (ht x)

theorem append_sub_iff {s t u : Row α} : Sub (append s t) u ↔ Sub s u ∧ Sub t u :=
  ⟨fun h => ⟨sub_trans (sub_append_left s t) h, sub_trans (sub_append_right s t) h⟩,
    fun h => append_sub h.1 h.2⟩

theorem rev_sub (s : Row α) : Sub (rev s) s := fun _ h => mem_of_mem_rev h

theorem sub_rev (s : Row α) : Sub s (rev s) := fun _ h => mem_rev_of_mem h

theorem map_sub_map (f : α → β) {s t : Row α} (h : Sub s t) : Sub (map f s) (map f t) :=
  fun _ hy => match exists_of_mem_map hy with
  | ⟨x, hx, e⟩ => e ▸ mem_map_of_mem f (h x hx)

theorem eq_nil_of_sub_nil {s : Row α} (h : Sub s nil) : s = nil := by
  cases s with
  | nil => rfl
  | cons x s => exact absurd (h x (Mem.head s)) (not_mem_nil x)

theorem all_of_sub {p : α → Prop} {s t : Row α} (h : Sub s t) (ht : All p t) : All p s :=
  all_iff_forall_mem.mpr (fun x hx => all_iff_forall_mem.mp ht x (h x hx))

theorem starts_refl (s : Row α) : Starts s s := ⟨nil, append_nil s⟩

theorem nil_starts (s : Row α) : Starts nil s := ⟨s, rfl⟩

theorem starts_append (s t : Row α) : Starts s (append s t) := ⟨t, rfl⟩

theorem starts_trans {s t u : Row α} (hst : Starts s t) (htu : Starts t u) : Starts s u :=
  match hst, htu with
  | ⟨v, hv⟩, ⟨w, hw⟩ => ⟨append v w, by rw [← append_assoc, hv, hw]⟩

theorem starts_append_of_starts {s t : Row α} (h : Starts s t) (u : Row α) :
    Starts s (append t u) :=
  starts_trans h (starts_append t u)

theorem cons_starts_cons_iff {x : α} {s t : Row α} :
    Starts (cons x s) (cons x t) ↔ Starts s t :=
  ⟨fun ⟨u, h⟩ => ⟨u, tail_eq_of_cons_eq h⟩, fun ⟨u, h⟩ => ⟨u, by rw [cons_append, h]⟩⟩

theorem length_le_of_starts {s t : Row α} (h : Starts s t) : length s ≤ length t :=
  match h with
  | ⟨u, hu⟩ => by
    rw [← hu]
    exact length_le_length_append_left s u

theorem sub_of_starts {s t : Row α} (h : Starts s t) : Sub s t :=
  match h with
  | ⟨u, hu⟩ => by
    rw [← hu]
    exact sub_append_left s u

theorem map_starts_map (f : α → β) {s t : Row α} (h : Starts s t) :
    Starts (map f s) (map f t) :=
  match h with
  | ⟨u, hu⟩ => ⟨map f u, by rw [← map_append, hu]⟩

end Row

end Tally
