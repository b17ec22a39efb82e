-- tags: hard
import Tally

open Tally

/-- Division with a rest. -/
theorem p029 (a b : Unary) (h : b ≠ Unary.zero) : ∃ q r, b * q + r = a ∧ r < b := by
  induction a with
  | zero => exact ⟨Unary.zero, Unary.zero, rfl, Unary.zero_lt_of_ne_zero h⟩
  | succ a ih =>
    cases ih with
    | intro q hq =>
      cases hq with
      | intro r hr =>
        cases Unary.eq_or_lt_of_le (a := Unary.succ r) (b := b) hr.2 with
        | inl e =>
          refine ⟨Unary.succ q, Unary.zero, ?_, Unary.zero_lt_of_ne_zero h⟩
          rw [Unary.add_zero, Unary.mul_succ, ← hr.1, ← Unary.add_succ, e]
        | inr l => exact ⟨q, Unary.succ r, by rw [Unary.add_succ, hr.1], l⟩
