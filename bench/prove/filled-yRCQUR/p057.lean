-- tags: plain
import Tally

open Tally

/-- The same number on both sides. -/
theorem p057 (a b c : Unary) (h : a = b) (g : b = c) : a * c = c * b := by
  subst h
  subst g
  rfl
