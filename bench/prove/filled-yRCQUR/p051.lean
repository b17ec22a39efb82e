-- tags: hard
import Tally.Unary.Divides

open Tally

/-- Twice the product against the two squares. -/
theorem p051 (a b : Unary) : Unary.double (a * b) ≤ Unary.square a + Unary.square b := by
  have key : ∀ x c : Unary, Unary.double (x * (x + c)) ≤ Unary.square x + Unary.square (x + c) := by
    intro x c
    rw [Unary.square_add, Unary.mul_add, Unary.double_add, Unary.square_def x,
      Unary.double_eq_add_self (x * x), Unary.add_assoc, ← Unary.add_assoc (x * x),
      ← Unary.add_assoc (x * x), ← Unary.add_assoc (x * x)]
    exact Unary.le_add_right _ _
  cases Unary.le_total a b with
  | inl h =>
    cases h with
    | intro c hc =>
      rw [← hc]
      exact key a c
  | inr h =>
    cases h with
    | intro c hc =>
      rw [← hc, Unary.mul_comm, Unary.add_comm (Unary.square _)]
      exact key b c
