-- tags: lists, option

/-- The value of the first entry with this key. -/
def find (k : Nat) : List (Nat × Nat) → Option Nat
  | [] => none
  | (i, v) :: es => if i = k then some v else find k es

/-- The list without the entries of a key. -/
def erase (k : Nat) : List (Nat × Nat) → List (Nat × Nat)
  | [] => []
  | (i, v) :: es => if i = k then erase k es else (i, v) :: erase k es

/-- An erased key is not found, also if the entries of a second key are erased afterwards. -/
theorem m22 (j k : Nat) (es : List (Nat × Nat)) : find k (erase j (erase k es)) = none := by
  sorry
