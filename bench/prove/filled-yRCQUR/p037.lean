-- tags: retrieval
import Tally

open Tally

/-- Parities that differ. -/
theorem p037 (x y : Unary) (hx : Unary.Even x) (hy : Unary.Odd y) : Unary.Odd (x + y) := by
  exact Unary.odd_add_of_even_of_odd hx hy
