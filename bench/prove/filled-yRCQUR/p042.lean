-- tags: plain
import Tally

open Tally

/-- A chain of implications between signals. -/
theorem p042 (a b : Signal) : Signal.imp a (Signal.imp b a) = Signal.imp b (Signal.imp a a) := by
  cases a <;> cases b <;> rfl
