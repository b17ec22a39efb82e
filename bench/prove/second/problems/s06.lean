-- tags: logic

section
variable {α β γ : Type}

/-- Looking up in three tables, bracketed in two ways. -/
theorem s06 (o : Option α) (f : α → Option β) (g : β → Option γ) :
    (o.bind f).bind g = o.bind (fun x => (f x).bind g) := by
  sorry

end
