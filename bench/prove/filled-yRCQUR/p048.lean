-- tags: plain
import Tally.Coll

open Tally

/-- Something that belongs to both sides of a case. -/
theorem p048 {α : Type} (s t u : Coll α) (x : α) (h : s.has x ∨ t.has x)
    (hs : s.has x → u.has x) (ht : t.has x → u.has x) : u.has x := by
  cases h with
  | inl k => exact hs k
  | inr k => exact ht k
