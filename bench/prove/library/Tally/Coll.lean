import Tally.Logic

/-!
# Collections as predicates

* `Coll α`: a collection of things of the type `α`, given by what belongs to it
* `Coll.Incl`: inclusion; `Coll.cup`, `Coll.cap`, `Coll.diff`, `Coll.compl`: the operations
* `Coll.image`, `Coll.preimage`: along a function
-/

namespace Tally

/-- A collection: what belongs to it. -/
structure Coll (α : Type) where
  /-- `x` belongs to the collection. -/
  has : α → Prop

namespace Coll

variable {α β γ : Type}

/-- Everything in `s` is in `t`. -/
def Incl (s t : Coll α) : Prop := ∀ x, s.has x → t.has x

/-- The collection of nothing. -/
def none : Coll α := ⟨fun _ => False⟩

/-- The collection of everything. -/
def all : Coll α := ⟨fun _ => True⟩

/-- The collection of one thing. -/
def only (a : α) : Coll α := ⟨fun x => x = a⟩

/-- What is in one or the other. -/
def cup (s t : Coll α) : Coll α := ⟨fun x => s.has x ∨ t.has x⟩

/-- What is in both. -/
def cap (s t : Coll α) : Coll α := ⟨fun x => s.has x ∧ t.has x⟩

/-- What is in the first but not in the second. -/
def diff (s t : Coll α) : Coll α := ⟨fun x => s.has x ∧ ¬ t.has x⟩

/-- What is not in it. -/
def compl (s : Coll α) : Coll α := ⟨fun x => ¬ s.has x⟩

/-- What a function makes of the things in a collection. -/
def image (f : α → β) (s : Coll α) : Coll β := ⟨fun y => ∃ x, s.has x ∧ f x = y⟩

/-- What a function takes into a collection. -/
def preimage (f : α → β) (s : Coll β) : Coll α := ⟨fun x => s.has (f x)⟩

/-- What is in some collection of a family. -/
def union {ι : Type} (s : ι → Coll α) : Coll α := ⟨fun x => ∃ i, (s i).has x⟩

/-- What is in every collection of a family. -/
def inter {ι : Type} (s : ι → Coll α) : Coll α := ⟨fun x => ∀ i, (s i).has x⟩

/-- Nothing is in both. -/
def Apart (s t : Coll α) : Prop := ∀ x, s.has x → ¬ t.has x

/-- Something is in it. -/
def Inhabited (s : Coll α) : Prop := ∃ x, s.has x

theorem ext {s t : Coll α} (h : ∀ x, s.has x ↔ t.has x) : s = t := by
  cases s with
  | mk p =>
    cases t with
    | mk q =>
      have e : p = q := funext (fun x => propext (h x))
      rw [e]

theorem ext_iff {s t : Coll α} : s = t ↔ ∀ x, s.has x ↔ t.has x :=
  ⟨fun h x => by rw [h] <;> exact Iff.rfl, ext⟩

theorem has_cup_iff {s t : Coll α} {x : α} : (cup s t).has x ↔ s.has x ∨ t.has x := Iff.rfl

theorem has_cap_iff {s t : Coll α} {x : α} : (cap s t).has x ↔ s.has x ∧ t.has x := Iff.rfl

theorem has_diff_iff {s t : Coll α} {x : α} : (diff s t).has x ↔ s.has x ∧ ¬ t.has x := Iff.rfl

theorem has_compl_iff {s : Coll α} {x : α} : (compl s).has x ↔ ¬ s.has x := Iff.rfl

theorem has_only_iff {a x : α} : (only a).has x ↔ x = a := Iff.rfl

theorem has_only_self (a : α) : (only a).has a := rfl

theorem has_all (x : α) : (all : Coll α).has x := trivial

theorem not_has_none (x : α) : ¬ (none : Coll α).has x := id

theorem has_preimage_iff {f : α → β} {s : Coll β} {x : α} :
    (preimage f s).has x ↔ s.has (f x) := Iff.rfl

theorem has_image_iff {f : α → β} {s : Coll α} {y : β} :
    (image f s).has y ↔ ∃ x, s.has x ∧ f x = y := Iff.rfl

theorem has_image_of_has (f : α → β) {s : Coll α} {x : α} (h : s.has x) :
    (image f s).has (f x) := ⟨x, h, rfl⟩

theorem has_union_iff {ι : Type} {s : ι → Coll α} {x : α} :
    (union s).has x ↔ ∃ i, (s i).has x := Iff.rfl

theorem has_inter_iff {ι : Type} {s : ι → Coll α} {x : α} :
    (inter s).has x ↔ ∀ i, (s i).has x := Iff.rfl

theorem incl_refl (s : Coll α) : Incl s s := fun _ h => h

theorem incl_of_eq {s t : Coll α} (h : s = t) : Incl s t := by
  rw [h]
  exact incl_refl t

theorem incl_trans {s t u : Coll α} (hst : Incl s t) (htu : Incl t u) : Incl s u :=
  fun x h => htu x (hst x h)

theorem incl_antisymm {s t : Coll α} (hst : Incl s t) (hts : Incl t s) : s = t :=
  ext (fun x => ⟨hst x, hts x⟩)

theorem eq_iff_incl_and_incl {s t : Coll α} : s = t ↔ Incl s t ∧ Incl t s :=
  ⟨fun h => ⟨incl_of_eq h, incl_of_eq h.symm⟩, fun h => incl_antisymm h.1 h.2⟩

theorem none_incl (s : Coll α) : Incl none s := fun _ h => False.elim h

theorem incl_all (s : Coll α) : Incl s all := fun _ _ => trivial

theorem eq_none_of_incl_none {s : Coll α} (h : Incl s none) : s = none :=
  incl_antisymm h (none_incl s)

theorem eq_all_of_all_incl {s : Coll α} (h : Incl all s) : s = all :=
  incl_antisymm (incl_all s) h

theorem only_incl_iff {a : α} {s : Coll α} : Incl (only a) s ↔ s.has a :=
  ⟨fun h => h a rfl, fun h x e => by rw [show x = a from e]; exact h⟩

theorem incl_cup_left (s t : Coll α) : Incl s (cup s t) := fun _ h => Or.inl h

theorem incl_cup_right (s t : Coll α) : Incl t (cup s t) := fun _ h => Or.inr h

theorem cup_incl {s t u : Coll α} (hs : Incl s u) (ht : Incl t u) : Incl (cup s t) u :=
  fun x h => either h (hs x) (ht x)

theorem cup_incl_iff {s t u : Coll α} : Incl (cup s t) u ↔ Incl s u ∧ Incl t u :=
  ⟨fun h => ⟨fun x hx => h x (Or.inl hx), fun x hx => h x (Or.inr hx)⟩, fun h => cup_incl h.1 h.2⟩

theorem cap_incl_left (s t : Coll α) : Incl (cap s t) s := fun _ h => h.1

theorem cap_incl_right (s t : Coll α) : Incl (cap s t) t := fun _ h => h.2

theorem incl_cap {s t u : Coll α} (hs : Incl u s) (ht : Incl u t) : Incl u (cap s t) :=
  fun x h => ⟨hs x h, ht x h⟩

theorem incl_cap_iff {s t u : Coll α} : Incl u (cap s t) ↔ Incl u s ∧ Incl u t :=
  ⟨fun h => ⟨fun x hx => (h x hx).1, fun x hx => (h x hx).2⟩, fun h => incl_cap h.1 h.2⟩

theorem cup_comm (s t : Coll α) : cup s t = cup t s := ext (fun _ => or_swap_iff)

theorem cap_comm (s t : Coll α) : cap s t = cap t s := ext (fun _ => and_swap_iff)

theorem cup_assoc (s t u : Coll α) : cup (cup s t) u = cup s (cup t u) :=
  ext (fun _ => or_reassoc)

theorem cap_assoc (s t u : Coll α) : cap (cap s t) u = cap s (cap t u) :=
  ext (fun _ => and_reassoc)

theorem cup_self (s : Coll α) : cup s s = s := ext (fun _ => ⟨fun h => either h id id, Or.inl⟩)

theorem cap_self (s : Coll α) : cap s s = s := ext (fun _ => ⟨fun h => h.1, fun h => ⟨h, h⟩⟩)

theorem cup_none (s : Coll α) : cup s none = s :=
  ext (fun _ => ⟨fun h => either h id False.elim, Or.inl⟩)

theorem none_cup (s : Coll α) : cup none s = s := by
  rw [cup_comm, cup_none]

theorem cap_all (s : Coll α) : cap s all = s := ext (fun _ => ⟨fun h => h.1, fun h => ⟨h, trivial⟩⟩)

theorem all_cap (s : Coll α) : cap all s = s := by
  rw [cap_comm, cap_all]

theorem cap_none (s : Coll α) : cap s none = none := ext (fun _ => ⟨fun h => h.2, False.elim⟩)

theorem none_cap (s : Coll α) : cap none s = none := by
  rw [cap_comm, cap_none]

theorem cup_all (s : Coll α) : cup s all = all :=
  ext (fun _ => ⟨fun _ => trivial, fun _ => Or.inr trivial⟩)

theorem all_cup (s : Coll α) : cup all s = all := by
  rw [cup_comm, cup_all]

theorem cap_cup (s t u : Coll α) : cap s (cup t u) = cup (cap s t) (cap s u) :=
  ext (fun _ => and_or_distrib)

theorem cup_cap (s t u : Coll α) : cup s (cap t u) = cap (cup s t) (cup s u) :=
  ext (fun _ => or_and_distrib)

theorem cup_cap_distrib_right (s t u : Coll α) : cup (cap s t) u = cap (cup s u) (cup t u) := by
  rw [cup_comm, cup_cap, cup_comm u s, cup_comm u t]

theorem cap_cup_distrib_right (s t u : Coll α) : cap (cup s t) u = cup (cap s u) (cap t u) := by
  rw [cap_comm, cap_cup, cap_comm u s, cap_comm u t]

theorem cup_cap_self (s t : Coll α) : cup s (cap s t) = s :=
  ext (fun _ => ⟨fun h => either h id (fun h => h.1), Or.inl⟩)

theorem cap_cup_self (s t : Coll α) : cap s (cup s t) = s :=
  ext (fun _ => ⟨fun h => h.1, fun h => ⟨h, Or.inl h⟩⟩)

theorem cup_mono {s t u v : Coll α} (hst : Incl s t) (huv : Incl u v) :
    Incl (cup s u) (cup t v) :=
  fun x h => or_map (hst x) (huv x) h

theorem cap_mono {s t u v : Coll α} (hst : Incl s t) (huv : Incl u v) :
    Incl (cap s u) (cap t v) :=
  fun x h => and_map (hst x) (huv x) h

theorem cup_eq_right_iff {s t : Coll α} : cup s t = t ↔ Incl s t :=
  ⟨fun h => by rw [← h]; exact incl_cup_left s t,
    fun h => incl_antisymm (cup_incl h (incl_refl t)) (incl_cup_right s t)⟩

theorem cap_eq_left_iff {s t : Coll α} : cap s t = s ↔ Incl s t :=
  ⟨fun h => by rw [← h]; exact cap_incl_right s t,
    fun h => incl_antisymm (cap_incl_left s t) (incl_cap (incl_refl s) h)⟩

theorem compl_cup (s t : Coll α) : compl (cup s t) = cap (compl s) (compl t) :=
  ext (fun _ => not_either_iff)

theorem compl_none : compl (none : Coll α) = all := ext (fun _ => ⟨fun _ => trivial, fun _ => id⟩)

theorem compl_all : compl (all : Coll α) = none :=
  ext (fun _ => ⟨fun h => h trivial, False.elim⟩)

theorem compl_incl_compl {s t : Coll α} (h : Incl s t) : Incl (compl t) (compl s) :=
  fun x hx hs => hx (h x hs)

theorem incl_compl_compl (s : Coll α) : Incl s (compl (compl s)) := fun _ h => not_not_of h

theorem compl_compl_compl (s : Coll α) : compl (compl (compl s)) = compl s :=
  ext (fun _ => ⟨not_of_not_not_not, not_not_of⟩)

theorem cap_compl_self (s : Coll α) : cap s (compl s) = none :=
  ext (fun _ => ⟨fun h => h.2 h.1, False.elim⟩)

theorem diff_eq_cap_compl (s t : Coll α) : diff s t = cap s (compl t) := rfl

theorem diff_incl (s t : Coll α) : Incl (diff s t) s := fun _ h => h.1

theorem diff_none (s : Coll α) : diff s none = s := ext (fun _ => ⟨fun h => h.1, fun h => ⟨h, id⟩⟩)

theorem diff_self (s : Coll α) : diff s s = none := ext (fun _ => ⟨fun h => h.2 h.1, False.elim⟩)

theorem none_diff (s : Coll α) : diff none s = none := ext (fun _ => ⟨fun h => h.1, False.elim⟩)

theorem cup_diff (s t u : Coll α) : diff (cup s t) u = cup (diff s u) (diff t u) := by
  rw [diff_eq_cap_compl, cap_cup_distrib_right]
  rfl

theorem diff_diff (s t u : Coll α) : diff (diff s t) u = diff s (cup t u) := by
  rw [diff_eq_cap_compl, diff_eq_cap_compl, diff_eq_cap_compl, compl_cup, cap_assoc]

theorem diff_diff_comm (s t u : Coll α) : diff (diff s t) u = diff (diff s u) t := by
  rw [diff_diff, cup_comm, diff_diff]

theorem diff_mono_left {s t : Coll α} (h : Incl s t) (u : Coll α) : Incl (diff s u) (diff t u) :=
  fun x hx => ⟨h x hx.1, hx.2⟩

theorem diff_anti_right {s t : Coll α} (h : Incl s t) (u : Coll α) :
    Incl (diff u t) (diff u s) :=
  fun x hx => ⟨hx.1, fun hs => hx.2 (h x hs)⟩

theorem preimage_cup (f : α → β) (s t : Coll β) :
    preimage f (cup s t) = cup (preimage f s) (preimage f t) := rfl

theorem preimage_cap (f : α → β) (s t : Coll β) :
    preimage f (cap s t) = cap (preimage f s) (preimage f t) := rfl

theorem preimage_compl (f : α → β) (s : Coll β) :
    preimage f (compl s) = compl (preimage f s) := rfl

theorem preimage_preimage (g : β → γ) (f : α → β) (s : Coll γ) :
    preimage f (preimage g s) = preimage (fun x => g (f x)) s := rfl

theorem preimage_mono (f : α → β) {s t : Coll β} (h : Incl s t) :
    Incl (preimage f s) (preimage f t) := fun x hx => h (f x) hx

theorem image_mono (f : α → β) {s t : Coll α} (h : Incl s t) : Incl (image f s) (image f t) :=
  fun _ ⟨x, hx, e⟩ => ⟨x, h x hx, e⟩

theorem image_cup (f : α → β) (s t : Coll α) :
    image f (cup s t) = cup (image f s) (image f t) := by
  apply ext
  intro y
  constructor
  · intro ⟨x, hx, e⟩
    exact or_map (fun h => ⟨x, h, e⟩) (fun h => ⟨x, h, e⟩) hx
  · intro h
    exact either h (fun ⟨x, hx, e⟩ => ⟨x, Or.inl hx, e⟩) (fun ⟨x, hx, e⟩ => ⟨x, Or.inr hx, e⟩)

theorem image_cap_incl (f : α → β) (s t : Coll α) :
    Incl (image f (cap s t)) (cap (image f s) (image f t)) :=
  fun _ ⟨x, hx, e⟩ => ⟨⟨x, hx.1, e⟩, ⟨x, hx.2, e⟩⟩

theorem image_image (g : β → γ) (f : α → β) (s : Coll α) :
    image g (image f s) = image (fun x => g (f x)) s := by
  apply ext
  intro z
  constructor
  · intro ⟨y, ⟨x, hx, e⟩, e'⟩
    exact ⟨x, hx, by rw [← e', ← e]⟩
  · intro ⟨x, hx, e⟩
    exact ⟨f x, ⟨x, hx, rfl⟩, e⟩

theorem image_none (f : α → β) : image f none = none :=
  ext (fun _ => ⟨fun ⟨_, h, _⟩ => h, False.elim⟩)

theorem image_only (f : α → β) (a : α) : image f (only a) = only (f a) :=
  ext (fun _ => ⟨fun ⟨x, hx, e⟩ => by rw [← e, show x = a from hx]; rfl,
    fun h => ⟨a, rfl, Eq.symm h⟩⟩)

theorem image_incl_iff {f : α → β} {s : Coll α} {t : Coll β} :
    Incl (image f s) t ↔ Incl s (preimage f t) :=
  ⟨fun h x hx => h (f x) ⟨x, hx, rfl⟩, fun h _ ⟨x, hx, e⟩ => e ▸ h x hx⟩

theorem incl_preimage_image (f : α → β) (s : Coll α) : Incl s (preimage f (image f s)) :=
  fun x hx => ⟨x, hx, rfl⟩

theorem image_preimage_incl (f : α → β) (t : Coll β) : Incl (image f (preimage f t)) t :=
  fun _ ⟨_, hx, e⟩ => e ▸ hx

theorem incl_union {ι : Type} (s : ι → Coll α) (i : ι) : Incl (s i) (union s) :=
  fun _ hx => ⟨i, hx⟩

theorem inter_incl {ι : Type} (s : ι → Coll α) (i : ι) : Incl (inter s) (s i) :=
  fun _ hx => hx i

theorem union_incl_iff {ι : Type} {s : ι → Coll α} {t : Coll α} :
    Incl (union s) t ↔ ∀ i, Incl (s i) t :=
  ⟨fun h i x hx => h x ⟨i, hx⟩, fun h x ⟨i, hx⟩ => h i x hx⟩

theorem incl_inter_iff {ι : Type} {s : ι → Coll α} {t : Coll α} :
    Incl t (inter s) ↔ ∀ i, Incl t (s i) :=
  ⟨fun h i x hx => h x hx i, fun h x hx i => h i x hx⟩

theorem compl_union {ι : Type} (s : ι → Coll α) :
    compl (union s) = inter (fun i => compl (s i)) :=
  ext (fun _ => ⟨fun h i hi => h ⟨i, hi⟩, fun h ⟨i, hi⟩ => h i hi⟩)

theorem cap_union {ι : Type} (t : Coll α) (s : ι → Coll α) :
    cap t (union s) = union (fun i => cap t (s i)) :=
  ext (fun _ => ⟨fun ⟨ht, i, hi⟩ => ⟨i, ht, hi⟩, fun ⟨i, ht, hi⟩ => ⟨ht, i, hi⟩⟩)

theorem preimage_union {ι : Type} (f : α → β) (s : ι → Coll β) :
    preimage f (union s) = union (fun i => preimage f (s i)) := rfl

theorem apart_symm {s t : Coll α} (h : Apart s t) : Apart t s := fun x ht hs => h x hs ht

theorem apart_comm {s t : Coll α} : Apart s t ↔ Apart t s := ⟨apart_symm, apart_symm⟩

theorem apart_none (s : Coll α) : Apart s none := fun _ _ => id

theorem apart_iff_cap_eq_none {s t : Coll α} : Apart s t ↔ cap s t = none :=
  ⟨fun h => ext (fun x => ⟨fun hx => h x hx.1 hx.2, False.elim⟩),
    fun h x hs ht => not_has_none x (by rw [← h]; exact ⟨hs, ht⟩)⟩

theorem apart_of_incl_left {s t u : Coll α} (h : Incl s t) (ht : Apart t u) : Apart s u :=
  fun x hx => ht x (h x hx)

theorem apart_of_incl_right {s t u : Coll α} (h : Incl s t) (ht : Apart u t) : Apart u s :=
  fun x hu hs => ht x hu (h x hs)

theorem apart_cup_iff {s t u : Coll α} : Apart s (cup t u) ↔ Apart s t ∧ Apart s u :=
  ⟨fun h => ⟨fun x hs ht => h x hs (Or.inl ht), fun x hs hu => h x hs (Or.inr hu)⟩,
    fun h x hs htu => either htu (h.1 x hs) (h.2 x hs)⟩

theorem apart_iff_incl_compl {s t : Coll α} : Apart s t ↔ Incl s (compl t) := Iff.rfl

theorem inhabited_only (a : α) : Inhabited (only a) := ⟨a, rfl⟩

theorem not_inhabited_none : ¬ Inhabited (none : Coll α) := fun ⟨_, h⟩ => h

theorem inhabited_of_incl {s t : Coll α} (h : Incl s t) (hs : Inhabited s) : Inhabited t :=
  match hs with
  | ⟨x, hx⟩ => ⟨x, h x hx⟩

theorem not_inhabited_iff {s : Coll α} : ¬ Inhabited s ↔ s = none :=
  ⟨fun h => ext (fun x => ⟨fun hx => h ⟨x, hx⟩, False.elim⟩),
    fun h => by rw [h]; exact not_inhabited_none⟩

theorem inhabited_cup_iff {s t : Coll α} : Inhabited (cup s t) ↔ Inhabited s ∨ Inhabited t :=
  exists_or_iff

theorem inhabited_image_iff {f : α → β} {s : Coll α} : Inhabited (image f s) ↔ Inhabited s :=
  ⟨fun ⟨_, x, hx, _⟩ => ⟨x, hx⟩, fun ⟨x, hx⟩ => ⟨f x, x, hx, rfl⟩⟩

end Coll

end Tally
