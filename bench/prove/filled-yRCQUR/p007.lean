-- tags: retrieval
import Tally.Row.Member
import Tally.Unary.Divides

open Tally

/-- A part of a sum is not larger than the sum. -/
theorem p007 (s : Row Unary) : ∀ b, Row.Mem b s → b ≤ Row.total s := by
  intro b h
  exact Row.le_total_of_mem h
