-- tags: own

/-- Two counters. -/
structure State where
  x : Nat
  y : Nat

/-- The states of a program that begins at zero and adds one and two. -/
inductive Reachable : State → Prop where
  | start : Reachable ⟨0, 0⟩
  | step {s : State} : Reachable s → Reachable ⟨s.x + 1, s.y + 2⟩

/-- The second counter is always the double of the first. -/
theorem s58 {s : State} (h : Reachable s) : s.y = s.x + s.x := by
  sorry
