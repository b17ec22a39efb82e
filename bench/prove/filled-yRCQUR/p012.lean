-- tags: plain
import Tally

open Tally

/-- The greater of a signal and its neighbours. -/
theorem p012 (a b : Signal) : Signal.max a (Signal.max b a) = Signal.max a b := by
  cases a <;> cases b <;> rfl
