-- tags: logic

/-- A function on truth values does the same thrice as once. -/
theorem s04 (f : Bool → Bool) (b : Bool) : f (f (f b)) = f b := by
  sorry
