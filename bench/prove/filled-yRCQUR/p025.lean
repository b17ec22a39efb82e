-- tags: plain
import Tally

open Tally

/-- A witness is there already. -/
theorem p025 (n : Unary) : ∃ k, Unary.succ n = k ∧ k = n + Unary.one := by
  exact ⟨Unary.succ n, rfl, rfl⟩
