-- tags: formulas

/-- Propositional formulas. -/
inductive Form where
  | atom : Nat → Form
  | neg : Form → Form
  | both : Form → Form → Form
  | any : Form → Form → Form

/-- The truth value of a formula. -/
def holds (v : Nat → Bool) : Form → Bool
  | Form.atom n => v n
  | Form.neg f => !(holds v f)
  | Form.both f g => holds v f && holds v g
  | Form.any f g => holds v f || holds v g

/-- Moves negations to the atoms: the formula itself for `true`, its negation for `false`. -/
def push : Bool → Form → Form
  | true, Form.atom n => Form.atom n
  | false, Form.atom n => Form.neg (Form.atom n)
  | true, Form.neg f => push false f
  | false, Form.neg f => push true f
  | true, Form.both f g => Form.both (push true f) (push true g)
  | false, Form.both f g => Form.any (push false f) (push false g)
  | true, Form.any f g => Form.any (push true f) (push true g)
  | false, Form.any f g => Form.both (push false f) (push false g)

/-- Moving negations to the atoms keeps the truth value. -/
theorem m11 (v : Nat → Bool) (f : Form) : holds v (push true f) = holds v f := by
  sorry
