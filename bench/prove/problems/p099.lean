-- tags: chain
import Tally

open Tally

/-- Everywhere at most so much, and so many of them. -/
theorem p099 (n : Unary) (s : Row Unary) (h : Row.All (fun x => x ≤ n) s) :
    Row.total s ≤ n * Row.length s := by
  sorry
