-- tags: plain
import Tally.Row.Member

open Tally

/-- Three entries in front. -/
theorem p015 {α : Type} (x y z : α) (s : Row α) : Row.append
    (Row.cons x (Row.cons y (Row.cons z Row.nil))) s = Row.cons x (Row.cons y (Row.cons z s))
    := by
  rfl
