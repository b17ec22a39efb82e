-- tags: plain
import Tally

open Tally

/-- Putting one stroke more on the right puts it on the sum. -/
theorem p091 (m k : Unary) : Unary.succ (m + k) = m + Unary.succ k := by
  rfl
