-- tags: retrieval
import Tally

open Tally

/-- Back from a number times itself. -/
theorem p096 (n : Unary) (h : Unary.Even (n * n)) : Unary.Even n := by
  exact Unary.even_of_even_square h
