-- tags: chain
import Tally.Row.Member

open Tally

/-- Where an entry can come from. -/
theorem p090 {α : Type} (x : α) (s t : Row α) :
    Row.Mem x (Row.rev (Row.append s t)) ↔ Row.Mem x s ∨ Row.Mem x t := by
  exact Iff.trans Row.mem_rev_iff Row.mem_append_iff
