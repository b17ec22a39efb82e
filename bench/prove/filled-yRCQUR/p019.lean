-- tags: retrieval
import Tally

open Tally

/-- Neither exceeds the other. -/
theorem p019 {p q : Unary} (hq : q ≤ p) (hp : p ≤ q) : q = p := by
  exact Unary.le_antisymm hq hp
