import Tally.Coll

/-!
# Mappings

* `Mapping.Injective`, `Mapping.Surjective`, `Mapping.Bijective`
* `Mapping.LeftInverse`, `Mapping.RightInverse`: mappings that undo one another
* `Mapping.Fixed`, `Mapping.iterate`: fixed points, a mapping used again and again
-/

namespace Tally

namespace Mapping

variable {α β γ : Type}

/-- One mapping after another. -/
def after (g : β → γ) (f : α → β) : α → γ := fun x => g (f x)

/-- The mapping that changes nothing. -/
def still (α : Type) : α → α := fun x => x

/-- Different things go to different things. -/
def Injective (f : α → β) : Prop := ∀ {x y : α}, f x = f y → x = y

/-- Everything is reached. -/
def Surjective (f : α → β) : Prop := ∀ y : β, ∃ x : α, f x = y

/-- Everything is reached, once. -/
def Bijective (f : α → β) : Prop := Injective f ∧ Surjective f

/-- `g` undoes `f`. -/
def LeftInverse (g : β → α) (f : α → β) : Prop := ∀ x, g (f x) = x

/-- `f` undoes `g`. -/
def RightInverse (g : β → α) (f : α → β) : Prop := LeftInverse f g

/-- Doing it twice changes nothing. -/
def Involutive (f : α → α) : Prop := ∀ x, f (f x) = x

/-- The mapping leaves `x` where it is. -/
def Fixed (f : α → α) (x : α) : Prop := f x = x

/-- Two mappings can be exchanged. -/
def Exchange (f g : α → α) : Prop := ∀ x, f (g x) = g (f x)

theorem after_def (g : β → γ) (f : α → β) (x : α) : after g f x = g (f x) := rfl

theorem after_still (f : α → β) : after f (still α) = f := rfl

theorem still_after (f : α → β) : after (still β) f = f := rfl

theorem after_assoc {δ : Type} (h : γ → δ) (g : β → γ) (f : α → β) :
    after (after h g) f = after h (after g f) := rfl

theorem injective_still (α : Type) : Injective (still α) := fun h => h

theorem surjective_still (α : Type) : Surjective (still α) := fun y => ⟨y, rfl⟩

theorem bijective_still (α : Type) : Bijective (still α) :=
  ⟨injective_still α, surjective_still α⟩

theorem injective_after {g : β → γ} {f : α → β} (hg : Injective g) (hf : Injective f) :
    Injective (after g f) := fun h => hf (hg h)

theorem surjective_after {g : β → γ} {f : α → β} (hg : Surjective g) (hf : Surjective f) :
    Surjective (after g f) :=
  fun z => match hg z with
  | ⟨y, hy⟩ => match hf y with
    | ⟨x, hx⟩ => ⟨x, by rw [after_def, hx, hy]⟩

theorem bijective_after {g : β → γ} {f : α → β} (hg : Bijective g) (hf : Bijective f) :
    Bijective (after g f) := ⟨injective_after hg.1 hf.1, surjective_after hg.2 hf.2⟩

theorem injective_of_injective_after {g : β → γ} {f : α → β} (h : Injective (after g f)) :
    Injective f := fun e => h (congrArg g e)

theorem surjective_of_surjective_after {g : β → γ} {f : α → β} (h : Surjective (after g f)) :
    Surjective g :=
  fun z => match h z with
  | ⟨x, hx⟩ => ⟨f x, hx⟩

theorem eq_iff_of_injective {f : α → β} (h : Injective f) {x y : α} : f x = f y ↔ x = y :=
  ⟨fun e => h e, fun e => congrArg f e⟩

theorem ne_of_injective {f : α → β} (h : Injective f) {x y : α} (e : x ≠ y) : f x ≠ f y :=
  fun k => e (h k)

theorem injective_of_leftInverse {g : β → α} {f : α → β} (h : LeftInverse g f) :
    Injective f := by
  intro x y e
  rw [← h x, e, h y]

theorem surjective_of_leftInverse {g : β → α} {f : α → β} (h : LeftInverse g f) :
    Surjective g := fun x => ⟨f x, h x⟩

theorem surjective_of_rightInverse {g : β → α} {f : α → β} (h : RightInverse g f) :
    Surjective f := fun y => ⟨g y, h y⟩

theorem injective_of_rightInverse {g : β → α} {f : α → β} (h : RightInverse g f) :
    Injective g := injective_of_leftInverse h

theorem bijective_of_inverses {g : β → α} {f : α → β} (h : LeftInverse g f)
    (k : RightInverse g f) : Bijective f :=
  ⟨injective_of_leftInverse h, surjective_of_rightInverse k⟩

theorem leftInverse_eq_rightInverse {g k : β → α} {f : α → β} (h : LeftInverse g f)
    (r : RightInverse k f) : g = k := by
  apply funext
  intro y
  rw [← h (k y), r y]

theorem leftInverse_after {g : β → α} {f : α → β} {k : γ → β} {l : β → γ}
    (h : LeftInverse g f) (m : LeftInverse k l) : LeftInverse (after g k) (after l f) := by
  intro x
  rw [after_def, after_def, m, h]

theorem rightInverse_of_injective_of_leftInverse {g : β → α} {f : α → β} (hg : Injective g)
    (h : LeftInverse g f) : RightInverse g f := fun y => hg (h (g y))

theorem leftInverse_of_surjective_of_rightInverse {g : β → α} {f : α → β} (hg : Surjective g)
    (h : RightInverse g f) : LeftInverse g f :=
  fun x => match hg x with
  | ⟨y, hy⟩ => by rw [← hy, h y]

theorem after_left_cancel {g : β → γ} (hg : Injective g) {f k : α → β}
    (h : after g f = after g k) : f = k := funext (fun x => hg (congrFun h x))

theorem after_right_cancel {f : α → β} (hf : Surjective f) {g k : β → γ}
    (h : after g f = after k f) : g = k := by
  apply funext
  intro y
  match hf y with
  | ⟨x, hx⟩ =>
    rw [← hx]
    exact congrFun h x

theorem involutive_still (α : Type) : Involutive (still α) := fun _ => rfl

theorem injective_of_involutive {f : α → α} (h : Involutive f) : Injective f :=
  injective_of_leftInverse h

theorem surjective_of_involutive {f : α → α} (h : Involutive f) : Surjective f :=
  surjective_of_leftInverse h

theorem bijective_of_involutive {f : α → α} (h : Involutive f) : Bijective f :=
  bijective_of_inverses h h

theorem eq_iff_of_involutive {f : α → α} (h : Involutive f) {x y : α} : f x = y ↔ x = f y :=
  ⟨fun e => by rw [← e, h], fun e => by rw [e, h]⟩

theorem involutive_after_of_exchange {f g : α → α} (hf : Involutive f) (hg : Involutive g)
    (e : Exchange f g) : Involutive (after f g) := by
  intro x
  rw [after_def, after_def, e, hf, hg]

theorem exchange_symm {f g : α → α} (h : Exchange f g) : Exchange g f := fun x => (h x).symm

theorem exchange_self (f : α → α) : Exchange f f := fun _ => rfl

theorem exchange_still (f : α → α) : Exchange f (still α) := fun _ => rfl

theorem exchange_after {f g k : α → α} (hg : Exchange f g) (hk : Exchange f k) :
    Exchange f (after g k) := by
  intro x
  rw [after_def, hg, hk, after_def]

theorem fixed_still (x : α) : Fixed (still α) x := rfl

theorem fixed_after {f g : α → α} {x : α} (hf : Fixed f x) (hg : Fixed g x) :
    Fixed (after f g) x := by
  show f (g x) = x
  rw [(show g x = x from hg), (show f x = x from hf)]

theorem fixed_of_exchange {f g : α → α} (h : Exchange f g) {x : α} (hx : Fixed f x) :
    Fixed f (g x) := by
  show f (g x) = g x
  rw [h, (show f x = x from hx)]

theorem fixed_of_leftInverse {f g : α → α} (h : LeftInverse g f) {x : α} (hx : Fixed f x) :
    Fixed g x := by
  show g x = x
  rw [← (show f x = x from hx), h, (show f x = x from hx)]

theorem image_after (g : β → γ) (f : α → β) (s : Coll α) :
    Coll.image (after g f) s = Coll.image g (Coll.image f s) := (Coll.image_image g f s).symm

theorem preimage_after (g : β → γ) (f : α → β) (s : Coll γ) :
    Coll.preimage (after g f) s = Coll.preimage f (Coll.preimage g s) := rfl

theorem image_still (s : Coll α) : Coll.image (still α) s = s :=
  Coll.ext (fun _ => ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨_, h, rfl⟩⟩)

theorem preimage_image_of_injective {f : α → β} (hf : Injective f) (s : Coll α) :
    Coll.preimage f (Coll.image f s) = s :=
  Coll.ext (fun _ => ⟨fun ⟨_, h, e⟩ => hf e ▸ h, fun h => ⟨_, h, rfl⟩⟩)

theorem image_preimage_of_surjective {f : α → β} (hf : Surjective f) (s : Coll β) :
    Coll.image f (Coll.preimage f s) = s :=
  Coll.ext (fun y => ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => match hf y with
    | ⟨x, hx⟩ => ⟨x, (show s.has (f x) from by rw [hx]; exact h), hx⟩⟩)

theorem image_cap_of_injective {f : α → β} (hf : Injective f) (s t : Coll α) :
    Coll.image f (Coll.cap s t) = Coll.cap (Coll.image f s) (Coll.image f t) :=
  Coll.incl_antisymm (Coll.image_cap_incl f s t)
    (fun _ ⟨⟨x, hx, e⟩, ⟨x', hx', e'⟩⟩ =>
      ⟨x, ⟨hx, hf (Eq.trans e' e.symm) ▸ hx'⟩, e⟩)

theorem image_eq_all_of_surjective {f : α → β} (hf : Surjective f) :
    Coll.image f Coll.all = Coll.all :=
  Coll.ext (fun y => ⟨fun _ => trivial, fun _ => match hf y with
    | ⟨x, hx⟩ => ⟨x, trivial, hx⟩⟩)

end Mapping

end Tally
