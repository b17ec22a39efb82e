-- tags: chain
import Tally

open Tally

/-- Ones, added up and counted. -/
theorem p050 (s : Row Unary) (h : Row.All (fun x => x = Unary.one) s) :
    Row.total s = Row.length s := by
  induction s with
  | nil => rfl
  | cons a s ih => rw [Row.total_cons, Row.length_cons, ih h.2, h.1, Unary.one_add]
