-- tags: plain
import Tally.Link

open Tally

/-- One step after another, read from the other end. -/
theorem p079 {α β γ : Type} (r : Link α β) (s : Link β γ) (a : α) (b : β) (c : γ)
    (h : r.rel a b) (g : s.rel b c) : ∃ x, s.rel x c ∧ r.rel a x := by
  exact ⟨b, g, h⟩
