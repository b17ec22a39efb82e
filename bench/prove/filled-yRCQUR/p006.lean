-- tags: chain
import Tally

open Tally

/-- Copies of a sequence, one after another. -/
theorem p006 {α : Type} (s : Row α) (n : Unary) :
    Row.length (Row.flatten (Row.repeated s n)) = Row.length s * n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [Row.repeated_succ, Row.flatten_cons, Row.length_append, ih, Unary.mul_succ, Unary.add_comm]
