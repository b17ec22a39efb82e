-- tags: plain
import Tally.Signal

open Tally

/-- Not the lesser of on and a signal unless the signal says so. -/
theorem p046 (a : Signal) : Signal.min a (Signal.min a Signal.on) = a := by
  cases a <;> rfl
