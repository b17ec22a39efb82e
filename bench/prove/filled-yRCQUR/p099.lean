-- tags: chain
import Tally

open Tally

/-- Everywhere at most so much, and so many of them. -/
theorem p099 (n : Unary) (s : Row Unary) (h : Row.All (fun x => x ≤ n) s) :
    Row.total s ≤ n * Row.length s := by
  induction s with
  | nil => exact Unary.le_refl _
  | cons a s ih =>
    rw [Row.total_cons, Row.length_cons, Unary.mul_succ, Unary.add_comm]
    exact Unary.add_le_add (ih h.2) h.1
