-- tags: bool, lists

/-- Whether two truth values differ. -/
def differ : Bool → Bool → Bool
  | true, b => !b
  | false, b => b

/-- Whether an odd number of elements is true. -/
def odd : List Bool → Bool
  | [] => false
  | b :: bs => differ b (odd bs)

/-- The reverse of a list. -/
def rev : List Bool → List Bool
  | [] => []
  | b :: bs => rev bs ++ [b]

/-- Reversing does not change whether an odd number of elements is true. -/
theorem m36 (bs : List Bool) : odd (rev bs) = odd bs := by
  sorry
