-- tags: retrieval
import Tally

open Tally

/-- Two ways of being alike, both required. -/
theorem p053 {α : Type} (r s : Link α α) (hr : Link.Equivalence r) (hs : Link.Equivalence s) :
    Link.Equivalence (Link.both s r) := by
  exact Link.equivalence_both hs hr
