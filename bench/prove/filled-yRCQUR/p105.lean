-- tags: hard
import Tally.Unary.Divides

open Tally

/-- No square is twice another, unless there is nothing. -/
theorem p105 (a b : Unary) (h : Unary.square a = Unary.double (Unary.square b)) :
    a = Unary.zero := by
  have key : ∀ n a b : Unary, a ≤ n → Unary.square a = Unary.double (Unary.square b) →
      a = Unary.zero := by
    intro n
    induction n with
    | zero => exact fun a b le _ => Unary.eq_zero_of_le_zero le
    | succ n ih =>
      intro a b le e
      cases Unary.even_of_even_square ⟨Unary.square b, e⟩ with
      | intro c hc =>
        have e' : Unary.square b = Unary.double (Unary.square c) := by
          rw [hc, Unary.square_double] at e
          exact (Unary.double_inj e).symm
        cases Unary.lt_or_ge b a with
        | inl l =>
          have z : b = Unary.zero := ih b c (Unary.le_of_lt_succ (Unary.lt_of_lt_of_le l le)) e'
          rw [z] at e
          exact Unary.square_eq_zero_iff.mp e
        | inr g =>
          have small : Unary.square b + Unary.square b ≤ Unary.square b := by
            rw [← Unary.double_eq_add_self, ← e]
            exact Unary.square_le_square g
          have same : Unary.square b + Unary.square b = Unary.square b :=
            Unary.le_antisymm small (Unary.le_add_right _ _)
          rw [Unary.eq_zero_of_add_eq_self_right same] at e
          exact Unary.square_eq_zero_iff.mp e
  exact key a a b (Unary.le_refl a) h
