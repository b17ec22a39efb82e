-- tags: chain
import Tally

open Tally

/-- Ones, added up and counted. -/
theorem p050 (s : Row Unary) (h : Row.All (fun x => x = Unary.one) s) :
    Row.total s = Row.length s := by
  sorry
