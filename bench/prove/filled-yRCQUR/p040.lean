-- tags: chain
import Tally

open Tally

/-- Three odd factors. -/
theorem p040 (n : Unary) (h : Unary.Odd n) : Unary.Odd (n * n * n) := by
  exact Unary.odd_mul (Unary.odd_mul h h) h
