-- tags: inductive types, nat

/-- Binary numbers, the last digit outside. -/
inductive Bin where
  | nil : Bin
  | even : Bin → Bin
  | odd : Bin → Bin

/-- The double of a number. -/
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 1 + 1

/-- The number of a binary number. -/
def toNat : Bin → Nat
  | Bin.nil => 0
  | Bin.even b => double (toNat b)
  | Bin.odd b => double (toNat b) + 1

/-- The next binary number. -/
def next : Bin → Bin
  | Bin.nil => Bin.odd Bin.nil
  | Bin.even b => Bin.odd b
  | Bin.odd b => Bin.even (next b)

/-- The binary number of a number. -/
def ofNat : Nat → Bin
  | 0 => Bin.nil
  | n + 1 => next (ofNat n)

/-- The binary number of the double of a number means the double. -/
theorem m24 (n : Nat) : toNat (ofNat (double n)) = double (toNat (ofNat n)) := by
  sorry
