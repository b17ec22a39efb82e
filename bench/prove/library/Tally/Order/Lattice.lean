/-!
# Partial orders and lattices

* `Poset`: a reflexive, transitive and antisymmetric relation `below`
* `Lattice`: any two elements have a meet and a join
* `DistribLattice`: meets distribute over joins
* `Bounded`: a least and a greatest element
-/

namespace Tally

/-- A partial order. -/
class Poset (α : Type) where
  /-- The first element is at most the second. -/
  below : α → α → Prop
  below_refl : ∀ a : α, below a a
  below_trans : ∀ {a b c : α}, below a b → below b c → below a c
  below_antisymm : ∀ {a b : α}, below a b → below b a → a = b

/-- A partial order in which any two elements have a meet and a join. -/
class Lattice (α : Type) extends Poset α where
  /-- The greatest lower bound. -/
  meet : α → α → α
  /-- The least upper bound. -/
  join : α → α → α
  meet_below_left : ∀ a b : α, below (meet a b) a
  meet_below_right : ∀ a b : α, below (meet a b) b
  below_meet : ∀ {a b c : α}, below c a → below c b → below c (meet a b)
  below_join_left : ∀ a b : α, below a (join a b)
  below_join_right : ∀ a b : α, below b (join a b)
  join_below : ∀ {a b c : α}, below a c → below b c → below (join a b) c

namespace Poset

variable {α β : Type}

/-- At most, and not the same. -/
def Under [Poset α] (a b : α) : Prop := below a b ∧ a ≠ b

/-- Greater elements go to greater ones. -/
def Rising [Poset α] [Poset β] (f : α → β) : Prop := ∀ {a b : α}, below a b → below (f a) (f b)

/-- Greater elements go to smaller ones. -/
def Falling [Poset α] [Poset β] (f : α → β) : Prop := ∀ {a b : α}, below a b → below (f b) (f a)

section

variable [Poset α]

theorem below_of_eq {a b : α} (h : a = b) : below a b := by
  rw [h]
  exact below_refl b

theorem eq_iff_below_and_below {a b : α} : a = b ↔ below a b ∧ below b a :=
  ⟨fun h => ⟨below_of_eq h, below_of_eq h.symm⟩, fun h => below_antisymm h.1 h.2⟩

theorem not_under_self (a : α) : ¬ Under a a := fun h => h.2 rfl

theorem below_of_under {a b : α} (h : Under a b) : below a b := h.1

theorem ne_of_under {a b : α} (h : Under a b) : a ≠ b := h.2

theorem not_below_of_under {a b : α} (h : Under a b) : ¬ below b a :=
  fun g => h.2 (below_antisymm h.1 g)

theorem under_of_below_of_not_below {a b : α} (h : below a b) (g : ¬ below b a) : Under a b :=
  ⟨h, fun e => g (below_of_eq e.symm)⟩

theorem under_iff_below_and_not_below {a b : α} : Under a b ↔ below a b ∧ ¬ below b a :=
  ⟨fun h => ⟨h.1, not_below_of_under h⟩, fun h => under_of_below_of_not_below h.1 h.2⟩

theorem under_of_under_of_below {a b c : α} (h : Under a b) (g : below b c) : Under a c :=
  under_of_below_of_not_below (below_trans h.1 g)
    (fun k => not_below_of_under h (below_trans g k))

theorem under_of_below_of_under {a b c : α} (h : below a b) (g : Under b c) : Under a c :=
  under_of_below_of_not_below (below_trans h g.1)
    (fun k => not_below_of_under g (below_trans k h))

theorem under_trans {a b c : α} (h : Under a b) (g : Under b c) : Under a c :=
  under_of_under_of_below h g.1

theorem under_asymm {a b : α} (h : Under a b) : ¬ Under b a :=
  fun g => not_below_of_under h g.1

theorem eq_of_forall_below_iff {a b : α} (h : ∀ c, below c a ↔ below c b) : a = b :=
  below_antisymm ((h a).mp (below_refl a)) ((h b).mpr (below_refl b))

theorem eq_of_forall_above_iff {a b : α} (h : ∀ c, below a c ↔ below b c) : a = b :=
  below_antisymm ((h b).mpr (below_refl b)) ((h a).mp (below_refl a))

theorem below_iff_forall_below {a b : α} : below a b ↔ ∀ c, below c a → below c b :=
  ⟨fun h _ g => below_trans g h, fun h => h a (below_refl a)⟩

theorem rising_id : Rising (fun a : α => a) := fun h => h

theorem rising_const [Poset β] (b : β) : Rising (fun _ : α => b) := fun _ => below_refl b

theorem rising_comp {γ : Type} [Poset β] [Poset γ] {g : β → γ} {f : α → β} (hg : Rising g)
    (hf : Rising f) : Rising (fun a => g (f a)) := fun h => hg (hf h)

theorem rising_comp_of_falling {γ : Type} [Poset β] [Poset γ] {g : β → γ} {f : α → β}
    (hg : Falling g) (hf : Falling f) : Rising (fun a => g (f a)) := fun h => hg (hf h)

theorem falling_comp_left {γ : Type} [Poset β] [Poset γ] {g : β → γ} {f : α → β}
    (hg : Falling g) (hf : Rising f) : Falling (fun a => g (f a)) := fun h => hg (hf h)

theorem falling_comp_right {γ : Type} [Poset β] [Poset γ] {g : β → γ} {f : α → β}
    (hg : Rising g) (hf : Falling f) : Falling (fun a => g (f a)) := fun h => hg (hf h)

end

end Poset

namespace Lattice

open Poset

variable {α β : Type}

section

variable [Lattice α]

theorem meet_comm (a b : α) : meet a b = meet b a :=
  below_antisymm (below_meet (meet_below_right a b) (meet_below_left a b))
    (below_meet (meet_below_right b a) (meet_below_left b a))

theorem join_comm (a b : α) : join a b = join b a :=
  below_antisymm (join_below (below_join_right b a) (below_join_left b a))
    (join_below (below_join_right a b) (below_join_left a b))

theorem meet_self (a : α) : meet a a = a :=
  below_antisymm (meet_below_left a a) (below_meet (below_refl a) (below_refl a))

theorem join_self (a : α) : join a a = a :=
  below_antisymm (join_below (below_refl a) (below_refl a)) (below_join_left a a)

theorem below_meet_iff {a b c : α} : below c (meet a b) ↔ below c a ∧ below c b :=
  ⟨fun h => ⟨below_trans h (meet_below_left a b), below_trans h (meet_below_right a b)⟩,
    fun h => below_meet h.1 h.2⟩

theorem join_below_iff {a b c : α} : below (join a b) c ↔ below a c ∧ below b c :=
  ⟨fun h => ⟨below_trans (below_join_left a b) h, below_trans (below_join_right a b) h⟩,
    fun h => join_below h.1 h.2⟩

theorem meet_assoc (a b c : α) : meet (meet a b) c = meet a (meet b c) :=
  below_antisymm
    (below_meet (below_trans (meet_below_left _ _) (meet_below_left _ _))
      (below_meet (below_trans (meet_below_left _ _) (meet_below_right _ _))
        (meet_below_right _ _)))
    (below_meet
      (below_meet (meet_below_left _ _) (below_trans (meet_below_right _ _) (meet_below_left _ _)))
      (below_trans (meet_below_right _ _) (meet_below_right _ _)))

theorem join_assoc (a b c : α) : join (join a b) c = join a (join b c) :=
  below_antisymm
    (join_below
      (join_below (below_join_left _ _) (below_trans (below_join_left _ _) (below_join_right _ _)))
      (below_trans (below_join_right _ _) (below_join_right _ _)))
    (join_below (below_trans (below_join_left _ _) (below_join_left _ _))
      (join_below (below_trans (below_join_right _ _) (below_join_left _ _))
        (below_join_right _ _)))

theorem meet_left_comm (a b c : α) : meet a (meet b c) = meet b (meet a c) := by
  rw [← meet_assoc, meet_comm a b, meet_assoc]

theorem join_left_comm (a b c : α) : join a (join b c) = join b (join a c) := by
  rw [← join_assoc, join_comm a b, join_assoc]

theorem meet_right_comm (a b c : α) : meet (meet a b) c = meet (meet a c) b := by
  rw [meet_assoc, meet_comm b c, meet_assoc]

theorem join_right_comm (a b c : α) : join (join a b) c = join (join a c) b := by
  rw [join_assoc, join_comm b c, join_assoc]

theorem meet_join_self (a b : α) : meet a (join a b) = a :=
  below_antisymm (meet_below_left _ _) (below_meet (below_refl a) (below_join_left a b))

theorem join_meet_self (a b : α) : join a (meet a b) = a :=
  below_antisymm (join_below (below_refl a) (meet_below_left a b)) (below_join_left _ _)

theorem meet_eq_left_iff {a b : α} : meet a b = a ↔ below a b :=
  ⟨fun h => by rw [← h]; exact meet_below_right a b,
    fun h => below_antisymm (meet_below_left a b) (below_meet (below_refl a) h)⟩

theorem meet_eq_right_iff {a b : α} : meet a b = b ↔ below b a := by
  rw [meet_comm]
  exact meet_eq_left_iff

theorem join_eq_right_iff {a b : α} : join a b = b ↔ below a b :=
  ⟨fun h => by rw [← h]; exact below_join_left a b,
    fun h => below_antisymm (join_below h (below_refl b)) (below_join_right a b)⟩

theorem join_eq_left_iff {a b : α} : join a b = a ↔ below b a := by
  rw [join_comm]
  exact join_eq_right_iff

theorem meet_below_meet {a b c d : α} (h : below a b) (g : below c d) :
    below (meet a c) (meet b d) :=
  below_meet (below_trans (meet_below_left a c) h) (below_trans (meet_below_right a c) g)

theorem join_below_join {a b c d : α} (h : below a b) (g : below c d) :
    below (join a c) (join b d) :=
  join_below (below_trans h (below_join_left b d)) (below_trans g (below_join_right b d))

theorem meet_below_meet_left {a b : α} (h : below a b) (c : α) : below (meet c a) (meet c b) :=
  meet_below_meet (below_refl c) h

theorem meet_below_meet_right {a b : α} (h : below a b) (c : α) : below (meet a c) (meet b c) :=
  meet_below_meet h (below_refl c)

theorem join_below_join_left {a b : α} (h : below a b) (c : α) : below (join c a) (join c b) :=
  join_below_join (below_refl c) h

theorem join_below_join_right {a b : α} (h : below a b) (c : α) : below (join a c) (join b c) :=
  join_below_join h (below_refl c)

theorem meet_below_of_left_below {a b : α} (h : below a b) (c : α) : below (meet a c) b :=
  below_trans (meet_below_left a c) h

theorem meet_below_of_right_below {a b : α} (h : below a b) (c : α) : below (meet c a) b :=
  below_trans (meet_below_right c a) h

theorem below_join_of_below_left {a b : α} (h : below a b) (c : α) : below a (join b c) :=
  below_trans h (below_join_left b c)

theorem below_join_of_below_right {a b : α} (h : below a b) (c : α) : below a (join c b) :=
  below_trans h (below_join_right c b)

theorem meet_below_join (a b : α) : below (meet a b) (join a b) :=
  below_trans (meet_below_left a b) (below_join_left a b)

theorem meet_eq_join_iff {a b : α} : meet a b = join a b ↔ a = b :=
  ⟨fun h => below_antisymm
      (below_trans (below_join_left a b) (by rw [← h]; exact meet_below_right a b))
      (below_trans (below_join_right a b) (by rw [← h]; exact meet_below_left a b)),
    fun h => by rw [h, meet_self, join_self]⟩

theorem join_meet_below (a b c : α) :
    below (join (meet a b) (meet a c)) (meet a (join b c)) :=
  join_below (meet_below_meet_left (below_join_left b c) a)
    (meet_below_meet_left (below_join_right b c) a)

theorem below_meet_join (a b c : α) :
    below (join a (meet b c)) (meet (join a b) (join a c)) :=
  below_meet (join_below_join_left (meet_below_left b c) a)
    (join_below_join_left (meet_below_right b c) a)

theorem modular_below {a b c : α} (h : below a c) :
    below (join a (meet b c)) (meet (join a b) c) :=
  below_meet (join_below_join_left (meet_below_left b c) a) (join_below h (meet_below_right b c))

theorem rising_meet_left (a : α) : Rising (meet a) := fun h => meet_below_meet_left h a

theorem rising_join_left (a : α) : Rising (join a) := fun h => join_below_join_left h a

theorem map_meet_below [Lattice β] {f : α → β} (hf : Rising f) (a b : α) :
    below (f (meet a b)) (meet (f a) (f b)) :=
  below_meet (hf (meet_below_left a b)) (hf (meet_below_right a b))

theorem join_map_below [Lattice β] {f : α → β} (hf : Rising f) (a b : α) :
    below (join (f a) (f b)) (f (join a b)) :=
  join_below (hf (below_join_left a b)) (hf (below_join_right a b))

end

end Lattice

/-- A lattice in which meets distribute over joins. -/
class DistribLattice (α : Type) extends Lattice α where
  meet_join_below : ∀ a b c : α,
    below (meet a (join b c)) (join (meet a b) (meet a c))

namespace DistribLattice

open Poset Lattice

variable {α : Type} [DistribLattice α]

theorem meet_join_distrib (a b c : α) : meet a (join b c) = join (meet a b) (meet a c) :=
  below_antisymm (meet_join_below a b c) (join_meet_below a b c)

theorem join_meet_distrib_right (a b c : α) : meet (join b c) a = join (meet b a) (meet c a) := by
  rw [meet_comm, meet_join_distrib, meet_comm a b, meet_comm a c]

theorem join_meet_distrib (a b c : α) : join a (meet b c) = meet (join a b) (join a c) := by
  rw [meet_join_distrib, meet_comm (join a b) a, meet_join_self, meet_comm (join a b) c,
    meet_join_distrib, ← join_assoc, meet_comm c a, join_meet_self, meet_comm c b]

theorem meet_join_distrib_right (a b c : α) : join (meet b c) a = meet (join b a) (join c a) := by
  rw [join_comm, join_meet_distrib, join_comm a b, join_comm a c]

theorem eq_of_meet_eq_of_join_eq {a b c : α} (hm : meet a b = meet a c)
    (hj : join a b = join a c) : b = c := by
  rw [← meet_join_self b a, join_comm b a, hj, meet_join_distrib, meet_comm b a, hm, meet_comm b c,
    meet_comm a c, ← meet_join_distrib, hj, join_comm a c, meet_join_self]

end DistribLattice

/-- A lattice with a least and a greatest element. -/
class Bounded (α : Type) extends Lattice α where
  /-- The least element. -/
  bottom : α
  /-- The greatest element. -/
  top : α
  bottom_below : ∀ a : α, below bottom a
  below_top : ∀ a : α, below a top

namespace Bounded

open Poset Lattice

variable {α : Type} [Bounded α]

theorem meet_bottom (a : α) : meet a bottom = bottom := meet_eq_right_iff.mpr (bottom_below a)

theorem bottom_meet (a : α) : meet bottom a = bottom := meet_eq_left_iff.mpr (bottom_below a)

theorem meet_top (a : α) : meet a top = a := meet_eq_left_iff.mpr (below_top a)

theorem top_meet (a : α) : meet top a = a := meet_eq_right_iff.mpr (below_top a)

theorem join_bottom (a : α) : join a bottom = a := join_eq_left_iff.mpr (bottom_below a)

theorem bottom_join (a : α) : join bottom a = a := join_eq_right_iff.mpr (bottom_below a)

theorem join_top (a : α) : join a top = top := join_eq_right_iff.mpr (below_top a)

theorem top_join (a : α) : join top a = top := join_eq_left_iff.mpr (below_top a)

theorem eq_bottom_of_below_bottom {a : α} (h : below a bottom) : a = bottom :=
  below_antisymm h (bottom_below a)

theorem eq_top_of_top_below {a : α} (h : below top a) : a = top :=
  below_antisymm (below_top a) h

theorem below_bottom_iff {a : α} : below a bottom ↔ a = bottom :=
  ⟨eq_bottom_of_below_bottom, below_of_eq⟩

theorem top_below_iff {a : α} : below top a ↔ a = top :=
  ⟨eq_top_of_top_below, fun h => below_of_eq h.symm⟩

theorem join_eq_bottom_iff {a b : α} : join a b = bottom ↔ a = bottom ∧ b = bottom :=
  ⟨fun h => ⟨eq_bottom_of_below_bottom (by rw [← h]; exact below_join_left a b),
      eq_bottom_of_below_bottom (by rw [← h]; exact below_join_right a b)⟩,
    fun h => by rw [h.1, h.2, join_self]⟩

theorem meet_eq_top_iff {a b : α} : meet a b = top ↔ a = top ∧ b = top :=
  ⟨fun h => ⟨eq_top_of_top_below (by rw [← h]; exact meet_below_left a b),
      eq_top_of_top_below (by rw [← h]; exact meet_below_right a b)⟩,
    fun h => by rw [h.1, h.2, meet_self]⟩

end Bounded

end Tally
