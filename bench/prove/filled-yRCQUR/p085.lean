-- tags: plain
import Tally.Unary.Divides

open Tally

/-- Nothing is added twice. -/
theorem p085 (n : Unary) : n + Unary.zero + Unary.zero = n := by
  simp
