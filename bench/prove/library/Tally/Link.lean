import Tally.Coll

/-!
# Relations

* `Link α β`: a relation between two types
* `Link.flip`, `Link.comp`, `Link.both`, `Link.some`: the operations
* `Link.Reflexive`, `Link.Symmetric`, `Link.Transitive`: what a relation on one type can be
* `Link.Chain`: the reflexive and transitive closure
-/

namespace Tally

/-- A relation between two types. -/
structure Link (α β : Type) where
  /-- `a` is related to `b`. -/
  rel : α → β → Prop

namespace Link

variable {α β γ δ : Type}

/-- The relation read from right to left. -/
def flip (r : Link α β) : Link β α := ⟨fun b a => r.rel a b⟩

/-- One relation, then another. -/
def comp (r : Link α β) (s : Link β γ) : Link α γ := ⟨fun a c => ∃ b, r.rel a b ∧ s.rel b c⟩

/-- Equality as a relation. -/
def same : Link α α := ⟨fun a b => a = b⟩

/-- Both relations hold. -/
def both (r s : Link α β) : Link α β := ⟨fun a b => r.rel a b ∧ s.rel a b⟩

/-- At least one of two relations holds. -/
def some (r s : Link α β) : Link α β := ⟨fun a b => r.rel a b ∨ s.rel a b⟩

/-- The first relation implies the second. -/
def Within (r s : Link α β) : Prop := ∀ a b, r.rel a b → s.rel a b

/-- Everything is related to itself. -/
def Reflexive (r : Link α α) : Prop := ∀ a, r.rel a a

/-- The relation holds in both directions. -/
def Symmetric (r : Link α α) : Prop := ∀ a b, r.rel a b → r.rel b a

/-- Two steps are one. -/
def Transitive (r : Link α α) : Prop := ∀ a b c, r.rel a b → r.rel b c → r.rel a c

/-- Related both ways means equal. -/
def Antisymmetric (r : Link α α) : Prop := ∀ a b, r.rel a b → r.rel b a → a = b

/-- Reflexive, symmetric and transitive. -/
structure Equivalence (r : Link α α) : Prop where
  reflexive : Reflexive r
  symmetric : Symmetric r
  transitive : Transitive r

/-- What is related to something in the collection. -/
def forward (r : Link α β) (s : Coll α) : Coll β := ⟨fun b => ∃ a, s.has a ∧ r.rel a b⟩

/-- The left arguments of a relation. -/
def source (r : Link α β) : Coll α := ⟨fun a => ∃ b, r.rel a b⟩

/-- The right arguments of a relation. -/
def target (r : Link α β) : Coll β := ⟨fun b => ∃ a, r.rel a b⟩

/-- Any number of steps of a relation, each put at the end. -/
inductive Chain (r : Link α α) (a : α) : α → Prop where
  | start : Chain r a a
  | step (b c : α) (h : Chain r a b) (g : r.rel b c) : Chain r a c

theorem ext {r s : Link α β} (h : ∀ a b, r.rel a b ↔ s.rel a b) : r = s := by
  cases r with
  | mk p =>
    cases s with
    | mk q =>
      have e : p = q := funext (fun a => funext (fun b => propext (h a b)))
      rw [e]

theorem flip_rel_iff {r : Link α β} {a : α} {b : β} : (flip r).rel b a ↔ r.rel a b := Iff.rfl

theorem comp_rel_iff {r : Link α β} {s : Link β γ} {a : α} {c : γ} :
    (comp r s).rel a c ↔ ∃ b, r.rel a b ∧ s.rel b c := Iff.rfl

theorem comp_rel_of {r : Link α β} {s : Link β γ} {a : α} {b : β} {c : γ} (h : r.rel a b)
    (g : s.rel b c) : (comp r s).rel a c := ⟨b, h, g⟩

theorem same_rel_iff {a b : α} : (same : Link α α).rel a b ↔ a = b := Iff.rfl

theorem flip_flip (r : Link α β) : flip (flip r) = r := ext (fun _ _ => Iff.rfl)

theorem flip_same : flip (same : Link α α) = same := ext (fun _ _ => ⟨Eq.symm, Eq.symm⟩)

theorem flip_comp (r : Link α β) (s : Link β γ) : flip (comp r s) = comp (flip s) (flip r) :=
  ext (fun _ _ => ⟨fun ⟨b, h⟩ => ⟨b, and_swap h⟩, fun ⟨b, h⟩ => ⟨b, and_swap h⟩⟩)

theorem flip_both (r s : Link α β) : flip (both r s) = both (flip r) (flip s) := rfl

theorem flip_some (r s : Link α β) : flip (some r s) = some (flip r) (flip s) := rfl

theorem flip_inj {r s : Link α β} (h : flip r = flip s) : r = s := by
  rw [← flip_flip r, h, flip_flip]

theorem flip_eq_iff {r : Link α β} {s : Link β α} : flip r = s ↔ r = flip s :=
  ⟨fun h => by rw [← h, flip_flip], fun h => by rw [h, flip_flip]⟩

theorem comp_assoc (r : Link α β) (s : Link β γ) (t : Link γ δ) :
    comp (comp r s) t = comp r (comp s t) :=
  ext (fun _ _ => ⟨fun ⟨c, ⟨b, h, g⟩, k⟩ => ⟨b, h, c, g, k⟩,
    fun ⟨b, h, c, g, k⟩ => ⟨c, ⟨b, h, g⟩, k⟩⟩)

theorem same_comp (r : Link α β) : comp same r = r :=
  ext (fun _ _ => ⟨fun ⟨_, h, g⟩ => by rw [(h : _ = _)]; exact g, fun h => ⟨_, rfl, h⟩⟩)

theorem comp_same (r : Link α β) : comp r same = r :=
  ext (fun _ _ => ⟨fun ⟨_, h, g⟩ => by rw [← (g : _ = _)]; exact h, fun h => ⟨_, h, rfl⟩⟩)

theorem both_comm (r s : Link α β) : both r s = both s r := ext (fun _ _ => and_swap_iff)

theorem some_comm (r s : Link α β) : some r s = some s r := ext (fun _ _ => or_swap_iff)

theorem both_assoc (r s t : Link α β) : both (both r s) t = both r (both s t) :=
  ext (fun _ _ => and_reassoc)

theorem some_assoc (r s t : Link α β) : some (some r s) t = some r (some s t) :=
  ext (fun _ _ => or_reassoc)

theorem both_self (r : Link α β) : both r r = r :=
  ext (fun _ _ => ⟨fun h => h.1, fun h => ⟨h, h⟩⟩)

theorem some_self (r : Link α β) : some r r = r :=
  ext (fun _ _ => ⟨fun h => either h id id, Or.inl⟩)

theorem comp_some (r : Link α β) (s t : Link β γ) :
    comp r (some s t) = some (comp r s) (comp r t) :=
  ext (fun _ _ => ⟨fun ⟨b, h, g⟩ => or_map (fun k => ⟨b, h, k⟩) (fun k => ⟨b, h, k⟩) g,
    fun h => either h (fun ⟨b, h, k⟩ => ⟨b, h, Or.inl k⟩) (fun ⟨b, h, k⟩ => ⟨b, h, Or.inr k⟩)⟩)

theorem some_comp (r s : Link α β) (t : Link β γ) :
    comp (some r s) t = some (comp r t) (comp s t) :=
  ext (fun _ _ => ⟨fun ⟨b, h, g⟩ => or_map (fun k => ⟨b, k, g⟩) (fun k => ⟨b, k, g⟩) h,
    fun h => either h (fun ⟨b, k, g⟩ => ⟨b, Or.inl k, g⟩) (fun ⟨b, k, g⟩ => ⟨b, Or.inr k, g⟩)⟩)

theorem within_refl (r : Link α β) : Within r r := fun _ _ h => h

theorem within_trans {r s t : Link α β} (h : Within r s) (g : Within s t) : Within r t :=
  fun a b k => g a b (h a b k)

theorem within_antisymm {r s : Link α β} (h : Within r s) (g : Within s r) : r = s :=
  ext (fun a b => ⟨h a b, g a b⟩)

theorem both_within_left (r s : Link α β) : Within (both r s) r := fun _ _ h => h.1

theorem both_within_right (r s : Link α β) : Within (both r s) s := fun _ _ h => h.2

theorem within_some_left (r s : Link α β) : Within r (some r s) := fun _ _ h => Or.inl h

theorem within_some_right (r s : Link α β) : Within s (some r s) := fun _ _ h => Or.inr h

theorem flip_within_flip {r s : Link α β} (h : Within r s) : Within (flip r) (flip s) :=
  fun b a g => h a b g

theorem within_flip_iff {r : Link α β} {s : Link β α} : Within r (flip s) ↔ Within (flip r) s :=
  ⟨fun h b a g => h a b g, fun h a b g => h b a g⟩

theorem comp_within_comp {r s : Link α β} {t u : Link β γ} (h : Within r s) (g : Within t u) :
    Within (comp r t) (comp s u) :=
  fun _ _ ⟨b, k, l⟩ => ⟨b, h _ b k, g b _ l⟩

theorem comp_within_comp_left {t u : Link β γ} (r : Link α β) (h : Within t u) :
    Within (comp r t) (comp r u) := comp_within_comp (within_refl r) h

theorem comp_within_comp_right {r s : Link α β} (h : Within r s) (t : Link β γ) :
    Within (comp r t) (comp s t) := comp_within_comp h (within_refl t)

theorem reflexive_iff_same_within {r : Link α α} : Reflexive r ↔ Within same r :=
  ⟨fun h a b e => by rw [(e : a = b)]; exact h b, fun h a => h a a rfl⟩

theorem symmetric_iff_flip_eq {r : Link α α} : Symmetric r ↔ flip r = r :=
  ⟨fun h => ext (fun a b => ⟨h b a, h a b⟩), fun h a b g => by rw [← h]; exact g⟩

theorem transitive_iff_comp_within {r : Link α α} : Transitive r ↔ Within (comp r r) r :=
  ⟨fun h a c ⟨b, g, k⟩ => h a b c g k, fun h a b c g k => h a c ⟨b, g, k⟩⟩

theorem reflexive_flip {r : Link α α} (h : Reflexive r) : Reflexive (flip r) := h

theorem symmetric_flip {r : Link α α} (h : Symmetric r) : Symmetric (flip r) :=
  fun a b g => h b a g

theorem transitive_flip {r : Link α α} (h : Transitive r) : Transitive (flip r) :=
  fun a b c g k => h c b a k g

theorem antisymmetric_flip {r : Link α α} (h : Antisymmetric r) : Antisymmetric (flip r) :=
  fun a b g k => h a b k g

theorem reflexive_both {r s : Link α α} (h : Reflexive r) (g : Reflexive s) :
    Reflexive (both r s) := fun a => ⟨h a, g a⟩

theorem symmetric_both {r s : Link α α} (h : Symmetric r) (g : Symmetric s) :
    Symmetric (both r s) := fun a b k => ⟨h a b k.1, g a b k.2⟩

theorem transitive_both {r s : Link α α} (h : Transitive r) (g : Transitive s) :
    Transitive (both r s) := fun a b c k l => ⟨h a b c k.1 l.1, g a b c k.2 l.2⟩

theorem symmetric_some {r s : Link α α} (h : Symmetric r) (g : Symmetric s) :
    Symmetric (some r s) := fun a b k => or_map (h a b) (g a b) k

theorem symmetric_some_flip (r : Link α α) : Symmetric (some r (flip r)) :=
  fun _ _ k => or_swap k

theorem symmetric_both_flip (r : Link α α) : Symmetric (both r (flip r)) :=
  fun _ _ k => and_swap k

theorem symmetric_comp_flip (r : Link α β) : Symmetric (comp r (flip r)) :=
  fun _ _ ⟨b, h, g⟩ => ⟨b, g, h⟩

theorem equivalence_same : Equivalence (same : Link α α) :=
  ⟨fun _ => rfl, fun _ _ h => Eq.symm h, fun _ _ _ h g => Eq.trans h g⟩

theorem equivalence_both {r s : Link α α} (h : Equivalence r) (g : Equivalence s) :
    Equivalence (both r s) :=
  ⟨reflexive_both h.reflexive g.reflexive, symmetric_both h.symmetric g.symmetric,
    transitive_both h.transitive g.transitive⟩

theorem equivalence_of_reflexive_of_euclidean {r : Link α α} (h : Reflexive r)
    (g : ∀ a b c, r.rel a b → r.rel a c → r.rel b c) : Equivalence r :=
  ⟨h, fun a b k => g a b a k (h a), fun a b c k l => g b a c (g a b a k (h a)) l⟩

theorem same_of_within_same {r : Link α α} (h : Reflexive r) (g : Within r same) : r = same :=
  within_antisymm g (reflexive_iff_same_within.mp h)

theorem chain_refl (r : Link α α) (a : α) : Chain r a a := Chain.start

theorem chain_of_rel {r : Link α α} {a b : α} (h : r.rel a b) : Chain r a b :=
  Chain.step a b Chain.start h

theorem chain_trans {r : Link α α} {a b c : α} (h : Chain r a b) (g : Chain r b c) :
    Chain r a c := by
  induction g with
  | start => exact h
  | step d e _ k ih => exact Chain.step d e ih k

theorem chain_head {r : Link α α} {a b c : α} (h : r.rel a b) (g : Chain r b c) : Chain r a c :=
  chain_trans (chain_of_rel h) g

theorem chain_mono {r s : Link α α} (h : Within r s) {a b : α} (g : Chain r a b) :
    Chain s a b := by
  induction g with
  | start => exact Chain.start
  | step d e _ k ih => exact Chain.step d e ih (h d e k)

theorem rel_of_chain {r : Link α α} (h : Reflexive r) (t : Transitive r) {a b : α}
    (g : Chain r a b) : r.rel a b := by
  induction g with
  | start => exact h a
  | step d e _ k ih => exact t a d e ih k

theorem chain_flip {r : Link α α} {a b : α} (h : Chain r a b) : Chain (flip r) b a := by
  induction h with
  | start => exact Chain.start
  | step d e _ k ih => exact chain_head (r := flip r) k ih

theorem chain_symm {r : Link α α} (s : Symmetric r) {a b : α} (h : Chain r a b) :
    Chain r b a := by
  induction h with
  | start => exact Chain.start
  | step d e _ k ih => exact chain_head (s d e k) ih

theorem forward_cup (r : Link α β) (s t : Coll α) :
    forward r (Coll.cup s t) = Coll.cup (forward r s) (forward r t) :=
  Coll.ext (fun _ => ⟨fun ⟨a, h, g⟩ => or_map (fun k => ⟨a, k, g⟩) (fun k => ⟨a, k, g⟩) h,
    fun h => either h (fun ⟨a, k, g⟩ => ⟨a, Or.inl k, g⟩) (fun ⟨a, k, g⟩ => ⟨a, Or.inr k, g⟩)⟩)

theorem forward_mono (r : Link α β) {s t : Coll α} (h : Coll.Incl s t) :
    Coll.Incl (forward r s) (forward r t) := fun _ ⟨a, k, g⟩ => ⟨a, h a k, g⟩

theorem forward_none (r : Link α β) : forward r Coll.none = Coll.none :=
  Coll.ext (fun _ => ⟨fun ⟨_, h, _⟩ => h, False.elim⟩)

theorem forward_comp (r : Link α β) (t : Link β γ) (s : Coll α) :
    forward (comp r t) s = forward t (forward r s) :=
  Coll.ext (fun _ => ⟨fun ⟨a, k, b, h, g⟩ => ⟨b, ⟨a, k, h⟩, g⟩,
    fun ⟨b, ⟨a, k, h⟩, g⟩ => ⟨a, k, b, h, g⟩⟩)

theorem source_flip (r : Link α β) : source (flip r) = target r := rfl

theorem target_flip (r : Link α β) : target (flip r) = source r := rfl

theorem source_some (r s : Link α β) : source (some r s) = Coll.cup (source r) (source s) :=
  Coll.ext (fun _ => exists_or_iff)

theorem target_some (r s : Link α β) : target (some r s) = Coll.cup (target r) (target s) :=
  Coll.ext (fun _ => exists_or_iff)

theorem source_comp_incl (r : Link α β) (s : Link β γ) :
    Coll.Incl (source (comp r s)) (source r) := fun _ ⟨_, b, h, _⟩ => ⟨b, h⟩

theorem target_comp_incl (r : Link α β) (s : Link β γ) :
    Coll.Incl (target (comp r s)) (target s) := fun _ ⟨_, b, _, g⟩ => ⟨b, g⟩

theorem forward_all (r : Link α β) : forward r Coll.all = target r :=
  Coll.ext (fun _ => ⟨fun ⟨a, _, g⟩ => ⟨a, g⟩, fun ⟨a, g⟩ => ⟨a, trivial, g⟩⟩)

end Link

end Tally
