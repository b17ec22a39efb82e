-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- No number is both. -/
theorem p056 (n : Unary) (h : Unary.Even n) (k : Unary.Odd n) : False := by
  exact Unary.not_odd_of_even h k
