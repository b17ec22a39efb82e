-- tags: plain
import Tally

open Tally

/-- A value is what it was said to be. -/
theorem p018 (f : Unary → Unary) (a b : Unary) (h : f a = b) (g : a = Unary.zero) :
    f Unary.zero = b := by
  subst g
  exact h
