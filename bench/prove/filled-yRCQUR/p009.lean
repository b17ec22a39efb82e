-- tags: retrieval
import Tally.Row.Member
import Tally.Unary.Divides

open Tally

/-- Counting from the other end gives the same. -/
theorem p009 (s : Row Unary) : Row.total s = Row.total (Row.rev s) := by
  exact (Row.total_rev s).symm
