-- tags: chain
import Tally

open Tally

/-- Two ways to the same place. -/
theorem p063 {α : Type} (r : Link α α) (h : Link.Symmetric r) (a b c : α)
    (hab : Link.Chain r a b) (hcb : Link.Chain r c b) : Link.Chain r a c := by
  exact Link.chain_trans hab (Link.chain_symm h hcb)
