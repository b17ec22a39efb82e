-- tags: plain
import Tally

open Tally

/-- Two successors, two numbers before. -/
theorem p059 (a : Unary) : Unary.pred (Unary.pred (Unary.succ (Unary.succ a))) = a := by
  simp
