-- tags: plain
import Tally

open Tally

/-- A case that cannot be. -/
theorem p097 (a b : Unary) (h : Unary.succ a = Unary.zero) : a = b := by
  cases h
