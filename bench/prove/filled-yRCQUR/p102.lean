-- tags: plain
import Tally

open Tally

/-- What holds all along holds along both parts. -/
theorem p102 {α : Type} (p : α → Prop) (s t : Row α) :
    Row.All p (Row.append s t) → Row.All p s ∧ Row.All p t := by
  induction s <;> simp_all [Row.All, Row.append]
