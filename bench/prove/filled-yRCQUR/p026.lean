-- tags: chain
import Tally.Unary.Divides

open Tally

/-- Four numbers, the other way round. -/
theorem p026 (a b c d : Unary) : a + b + c + d = d + c + b + a := by
  rw [Unary.add_comm (a + b + c) d, Unary.add_comm (a + b) c, Unary.add_comm a b,
    ← Unary.add_assoc, ← Unary.add_assoc]
