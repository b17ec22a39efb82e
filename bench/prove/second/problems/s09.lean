-- tags: logic

/-- A truth value says whether a statement holds. -/
def Reflects (p : Prop) : Bool → Prop
  | true => p
  | false => ¬ p

/-- The truth value of a conjunction. -/
theorem s09 {p q : Prop} {b c : Bool} (hp : Reflects p b) (hq : Reflects q c) : Reflects (p ∧ q) (b && c) := by
  sorry
