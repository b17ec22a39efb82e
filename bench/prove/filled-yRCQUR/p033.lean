-- tags: plain
import Tally

open Tally

/-- The sum of one entry and no more. -/
theorem p033 (a b : Unary) (h : a = b) : Row.total (Row.cons a Row.nil) = b + Unary.zero := by
  subst h
  rfl
