-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- The second power of a product. -/
theorem p041 (a b : Unary) :
    Unary.pow (a * b) Unary.two = Unary.pow a Unary.two * Unary.pow b Unary.two := by
  exact Unary.mul_pow a b Unary.two
