-- tags: chain
import Tally.Unary.Divides

open Tally

/-- A factor of a factor of a sum of multiples. -/
theorem p005 (a b c : Unary) (h : Unary.Divides a b) (k : Unary.Divides b c) :
    Unary.Divides a (c * c + c) := by
  have g : Unary.Divides a c := Unary.divides_trans h k
  exact Unary.divides_add (Unary.divides_mul_of_divides_left g c) g
