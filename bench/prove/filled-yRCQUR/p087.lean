-- tags: retrieval
import Tally

open Tally

/-- Same image, difference in the kernel. -/
theorem p087 {α β : Type} [Group α] [Group β] (φ : Group.Hom α β) (x y : α) :
    φ.fn (Group.div x y) = Monoid.unit ↔ φ.fn x = φ.fn y := by
  exact Group.Hom.inKernel_div_iff φ
