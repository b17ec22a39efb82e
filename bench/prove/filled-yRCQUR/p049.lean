-- tags: retrieval
import Tally.Unary.Divides

open Tally

/-- The middle two of four numbers change places. -/
theorem p049 (u v w : Unary) : u + v + (w + u) = u + w + (v + u) := by
  exact Unary.add_add_add_comm u v w u
