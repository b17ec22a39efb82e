-- tags: plain
import Tally

open Tally

/-- The pair with its halves exchanged. -/
theorem p098 (p q r : Prop) (hp : p) (hqr : q ∧ r) : (r ∧ p) ∧ q := by
  cases hqr with
  | intro hq hr => exact ⟨⟨hr, hp⟩, hq⟩
