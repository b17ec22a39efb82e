-- tags: plain
import Tally

open Tally

/-- A signal and its opposite's opposite. -/
theorem p032 (a b : Signal) (h : Signal.neg a = b) : a = Signal.neg b := by
  subst h
  cases a <;> rfl
