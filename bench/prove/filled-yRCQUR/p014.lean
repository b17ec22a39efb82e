-- tags: plain
import Tally

open Tally

/-- Two hypotheses, used in turn. -/
theorem p014 (p q r : Unary → Prop) (h : ∀ n, p n → q n) (g : ∀ n, q n → r n) : ∀ n, p n → r n := by
  intro n hn
  exact g n (h n hn)
