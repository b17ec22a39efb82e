-- tags: retrieval
import Tally

open Tally

/-- Only one number makes nothing when taken by itself. -/
theorem p103 (t : Unary) (h : t * t = Unary.zero) : t = Unary.zero := by
  exact Unary.square_eq_zero_iff.mp h
