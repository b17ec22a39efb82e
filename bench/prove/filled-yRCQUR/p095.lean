-- tags: retrieval
import Tally

open Tally

/-- A number that adds as much as another is that other. -/
theorem p095 (n k : Unary) (h : n + k = n + n) : k = n := by
  exact Unary.add_left_cancel h
