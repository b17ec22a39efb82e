-- tags: retrieval
import Tally

open Tally

/-- What goes into both goes into both together. -/
theorem p034 (d m n : Unary) (hm : Unary.Divides d m) (hn : Unary.Divides d n) :
    Unary.Divides d (n + m) := by
  exact Unary.divides_add hn hm
