import Tally.Unary.Order

/-!
# Finite sequences

* `Row`: the empty sequence, or an entry before a sequence
* `Row.append`, `Row.rev`, `Row.map`, `Row.length`: what is done with them
* `Row.snoc`, `Row.repeated`, `Row.flatten`, `Row.total`: an entry at the end, copies, a sequence of sequences, sums
-/

namespace Tally

/-- A finite sequence of entries of the type `α`. -/
inductive Row (α : Type) : Type where
  | nil : Row α
  | cons (x : α) (s : Row α) : Row α

namespace Row

variable {α β γ : Type}

/-- One sequence after another. -/
def append : Row α → Row α → Row α
  | nil, t => t
  | cons x s, t => cons x (append s t)

/-- How many entries there are. -/
def length : Row α → Unary
  | nil => Unary.zero
  | cons _ s => Unary.succ (length s)

/-- A function used on each entry. -/
def map (f : α → β) : Row α → Row β
  | nil => nil
  | cons x s => cons (f x) (map f s)

/-- An entry put at the end. -/
def snoc : Row α → α → Row α
  | nil, y => cons y nil
  | cons x s, y => cons x (snoc s y)

/-- The same entries, the last first. -/
def rev : Row α → Row α
  | nil => nil
  | cons x s => snoc (rev s) x

/-- The reversed sequence in front of another, with an accumulator. -/
def revOnto : Row α → Row α → Row α
  | nil, t => t
  | cons x s, t => revOnto s (cons x t)

/-- So many copies of one entry. -/
def repeated (x : α) : Unary → Row α
  | Unary.zero => nil
  | Unary.succ n => cons x (repeated x n)

/-- The sequences of a sequence, one after another. -/
def flatten : Row (Row α) → Row α
  | nil => nil
  | cons s t => append s (flatten t)

/-- A function folded over the entries from the right. -/
def foldr (f : α → β → β) (b : β) : Row α → β
  | nil => b
  | cons x s => f x (foldr f b s)

/-- The sum of the entries. -/
def total : Row Unary → Unary
  | nil => Unary.zero
  | cons a s => a + total s

@[simp] theorem nil_append (s : Row α) : append nil s = s := rfl

@[simp] theorem cons_append (x : α) (s t : Row α) :
    append (cons x s) t = cons x (append s t) := rfl

theorem append_nil (s : Row α) : append s nil = s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [cons_append, ih]

theorem append_assoc (s t u : Row α) : append (append s t) u = append s (append t u) := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [cons_append, cons_append, cons_append, ih]

theorem singleton_append (x : α) (s : Row α) : append (cons x nil) s = cons x s := rfl

theorem cons_ne_nil (x : α) (s : Row α) : cons x s ≠ nil := by
  intro h
  cases h

theorem nil_ne_cons (x : α) (s : Row α) : nil ≠ cons x s := by
  intro h
  cases h

theorem head_eq_of_cons_eq {x y : α} {s t : Row α} (h : cons x s = cons y t) : x = y := by
  injection h
  assumption

theorem tail_eq_of_cons_eq {x y : α} {s t : Row α} (h : cons x s = cons y t) : s = t := by
  injection h
  assumption

theorem cons_eq_cons_iff {x y : α} {s t : Row α} : cons x s = cons y t ↔ x = y ∧ s = t :=
  ⟨fun h => ⟨head_eq_of_cons_eq h, tail_eq_of_cons_eq h⟩, fun h => by rw [h.1, h.2]⟩

theorem eq_nil_or_exists_cons (s : Row α) : s = nil ∨ ∃ x t, s = cons x t := by
  cases s with
  | nil => exact Or.inl rfl
  | cons x t => exact Or.inr ⟨x, t, rfl⟩

theorem append_left_cancel {s t u : Row α} (h : append s t = append s u) : t = u := by
  induction s with
  | nil => exact h
  | cons x s ih => exact ih (tail_eq_of_cons_eq h)

theorem append_left_cancel_iff {s t u : Row α} : append s t = append s u ↔ t = u :=
  ⟨append_left_cancel, fun h => by rw [h]⟩

theorem left_eq_nil_of_append_eq_nil {s t : Row α} (h : append s t = nil) : s = nil := by
  cases s with
  | nil => rfl
  | cons x s => exact absurd h (cons_ne_nil _ _)

theorem right_eq_nil_of_append_eq_nil {s t : Row α} (h : append s t = nil) : t = nil := by
  cases s with
  | nil => exact h
  | cons x s => exact absurd h (cons_ne_nil _ _)

theorem append_eq_nil_iff {s t : Row α} : append s t = nil ↔ s = nil ∧ t = nil :=
  ⟨fun h => ⟨left_eq_nil_of_append_eq_nil h, right_eq_nil_of_append_eq_nil h⟩,
    fun h => by rw [h.1, h.2]; rfl⟩

@[simp] theorem length_nil : length (nil : Row α) = Unary.zero := rfl

theorem length_cons (x : α) (s : Row α) : length (cons x s) = Unary.succ (length s) := rfl

theorem length_append (s t : Row α) : length (append s t) = length s + length t := by
  induction s with
  | nil => rw [nil_append, length_nil, Unary.zero_add]
  | cons x s ih => rw [cons_append, length_cons, ih, length_cons, Unary.succ_add]

theorem length_append_comm (s t : Row α) : length (append s t) = length (append t s) := by
  rw [length_append, length_append, Unary.add_comm]

theorem length_map (f : α → β) (s : Row α) : length (map f s) = length s := by
  induction s with
  | nil => rfl
  | cons x s ih => exact congrArg Unary.succ ih

theorem length_snoc (s : Row α) (x : α) : length (snoc s x) = Unary.succ (length s) := by
  induction s with
  | nil => rfl
  | cons y s ih => exact congrArg Unary.succ ih

theorem length_rev (s : Row α) : length (rev s) = length s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [length_cons, ← ih]; exact length_snoc _ _

theorem length_repeated (x : α) (n : Unary) : length (repeated x n) = n := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg Unary.succ ih

theorem length_eq_zero_iff {s : Row α} : length s = Unary.zero ↔ s = nil := by
  cases s with
  | nil => exact ⟨fun _ => rfl, fun _ => rfl⟩
  | cons x s =>
    exact ⟨fun h => absurd h (Unary.succ_ne_zero _), fun h => absurd h (cons_ne_nil x s)⟩

theorem length_le_length_append_left (s t : Row α) : length s ≤ length (append s t) := by
  rw [length_append]
  exact Unary.le_add_right _ _

theorem length_le_length_append_right (s t : Row α) : length t ≤ length (append s t) := by
  rw [length_append]
  exact Unary.le_add_left _ _

@[simp] theorem map_nil (f : α → β) : map f nil = nil := rfl

theorem map_cons (f : α → β) (x : α) (s : Row α) : map f (cons x s) = cons (f x) (map f s) := rfl

theorem map_append (f : α → β) (s t : Row α) : map f (append s t) = append (map f s) (map f t) := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [cons_append, map_cons, ih, map_cons, cons_append]

theorem map_map (g : β → γ) (f : α → β) (s : Row α) :
    map g (map f s) = map (fun x => g (f x)) s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [map_cons, map_cons, ih, map_cons]

theorem map_id (s : Row α) : map (fun x => x) s = s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [map_cons, ih]

theorem map_congr {f g : α → β} (h : ∀ x, f x = g x) (s : Row α) : map f s = map g s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [map_cons, map_cons, h, ih]

theorem map_snoc (f : α → β) (s : Row α) (x : α) : map f (snoc s x) = snoc (map f s) (f x) := by
  induction s with
  | nil => rfl
  | cons y s ih => exact congrArg (cons (f y)) ih

theorem map_rev (f : α → β) (s : Row α) : map f (rev s) = rev (map f s) := by
  induction s with
  | nil => rfl
  | cons x s ih =>
    rw [map_cons]
    show map f (snoc (rev s) x) = snoc (rev (map f s)) (f x)
    rw [map_snoc, ih]

theorem map_repeated (f : α → β) (x : α) (n : Unary) :
    map f (repeated x n) = repeated (f x) n := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg (cons (f x)) ih

theorem map_eq_nil_iff {f : α → β} {s : Row α} : map f s = nil ↔ s = nil := by
  cases s with
  | nil => exact ⟨fun _ => rfl, fun _ => rfl⟩
  | cons x s => exact ⟨fun h => absurd h (cons_ne_nil _ _), fun h => absurd h (cons_ne_nil x s)⟩

@[simp] theorem snoc_nil (x : α) : snoc nil x = cons x nil := rfl

theorem snoc_cons (x y : α) (s : Row α) : snoc (cons x s) y = cons x (snoc s y) := rfl

theorem snoc_eq_append (s : Row α) (x : α) : snoc s x = append s (cons x nil) := by
  induction s with
  | nil => rfl
  | cons y s ih => rw [snoc_cons, ih, cons_append]

theorem append_snoc (s t : Row α) (x : α) : append s (snoc t x) = snoc (append s t) x := by
  induction s with
  | nil => rfl
  | cons y s ih => rw [cons_append, ih, cons_append, snoc_cons]

theorem snoc_append (s t : Row α) (x : α) : append (snoc s x) t = append s (cons x t) := by
  rw [snoc_eq_append, append_assoc, singleton_append]

theorem snoc_ne_nil (s : Row α) (x : α) : snoc s x ≠ nil := by
  cases s with
  | nil => exact cons_ne_nil _ _
  | cons y s => exact cons_ne_nil _ _

@[simp] theorem rev_nil : rev (nil : Row α) = nil := rfl

theorem rev_cons (x : α) (s : Row α) : rev (cons x s) = snoc (rev s) x := rfl

theorem rev_singleton (x : α) : rev (cons x nil) = cons x nil := rfl

theorem rev_snoc (s : Row α) (x : α) : rev (snoc s x) = cons x (rev s) := by
  induction s with
  | nil => rfl
  | cons y s ih => rw [snoc_cons, rev_cons, ih, snoc_cons, rev_cons]

theorem rev_append (s t : Row α) : rev (append s t) = append (rev t) (rev s) := by
  induction s with
  | nil => rw [nil_append, rev_nil, append_nil]
  | cons x s ih => rw [cons_append, rev_cons, ih, rev_cons, append_snoc]

theorem rev_rev (s : Row α) : rev (rev s) = s := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [rev_cons, rev_snoc, ih]

theorem rev_inj {s t : Row α} (h : rev s = rev t) : s = t := by
  rw [← rev_rev s, h, rev_rev]

theorem rev_inj_iff {s t : Row α} : rev s = rev t ↔ s = t := ⟨rev_inj, fun h => by rw [h]⟩

theorem rev_eq_iff {s t : Row α} : rev s = t ↔ s = rev t :=
  ⟨fun h => by rw [← h, rev_rev], fun h => by rw [h, rev_rev]⟩

theorem rev_eq_nil_iff {s : Row α} : rev s = nil ↔ s = nil :=
  ⟨fun h => rev_inj (t := nil) h, fun h => by rw [h]; rfl⟩

theorem append_right_cancel {s t u : Row α} (h : append s u = append t u) : s = t := by
  apply rev_inj
  apply append_left_cancel (s := rev u)
  rw [← rev_append, ← rev_append, h]

theorem append_right_cancel_iff {s t u : Row α} : append s u = append t u ↔ s = t :=
  ⟨append_right_cancel, fun h => by rw [h]⟩

theorem revOnto_eq (s t : Row α) : revOnto s t = append (rev s) t := by
  induction s generalizing t with
  | nil => rfl
  | cons x s ih =>
    rw [rev_cons, snoc_append, ← ih]
    rfl

theorem revOnto_nil (s : Row α) : revOnto s nil = rev s := by
  rw [revOnto_eq, append_nil]

theorem repeated_succ (x : α) (n : Unary) : repeated x (Unary.succ n) = cons x (repeated x n) := rfl

theorem repeated_succ_eq_snoc (x : α) (n : Unary) :
    repeated x (Unary.succ n) = snoc (repeated x n) x := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg (cons x) ih

theorem repeated_add (x : α) (m n : Unary) :
    repeated x (m + n) = append (repeated x m) (repeated x n) := by
  induction m with
  | zero => rw [Unary.zero_add]; rfl
  | succ m ih => rw [Unary.succ_add, repeated_succ, ih, repeated_succ, cons_append]

theorem rev_repeated (x : α) (n : Unary) : rev (repeated x n) = repeated x n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [repeated_succ, rev_cons, ih, ← repeated_succ, repeated_succ_eq_snoc]

@[simp] theorem flatten_nil : flatten (nil : Row (Row α)) = nil := rfl

theorem flatten_cons (s : Row α) (t : Row (Row α)) :
    flatten (cons s t) = append s (flatten t) := rfl

theorem flatten_append (s t : Row (Row α)) :
    flatten (append s t) = append (flatten s) (flatten t) := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [cons_append, flatten_cons, ih, flatten_cons, append_assoc]

theorem flatten_singleton (s : Row α) : flatten (cons s nil) = s := append_nil s

theorem map_flatten (f : α → β) (s : Row (Row α)) :
    map f (flatten s) = flatten (map (map f) s) := by
  induction s with
  | nil => rfl
  | cons x s ih => rw [flatten_cons, map_append, ih, map_cons, flatten_cons]

theorem foldr_append (f : α → β → β) (b : β) (s t : Row α) :
    foldr f b (append s t) = foldr f (foldr f b t) s := by
  induction s with
  | nil => rfl
  | cons x s ih => exact congrArg (f x) ih

theorem foldr_map (f : β → γ → γ) (c : γ) (g : α → β) (s : Row α) :
    foldr f c (map g s) = foldr (fun x => f (g x)) c s := by
  induction s with
  | nil => rfl
  | cons x s ih => exact congrArg (f (g x)) ih

theorem foldr_cons_nil (s : Row α) : foldr cons nil s = s := by
  induction s with
  | nil => rfl
  | cons x s ih => exact congrArg (cons x) ih

@[simp] theorem total_nil : total nil = Unary.zero := rfl

theorem total_cons (a : Unary) (s : Row Unary) : total (cons a s) = a + total s := rfl

theorem total_singleton (a : Unary) : total (cons a nil) = a := rfl

theorem total_append (s t : Row Unary) : total (append s t) = total s + total t := by
  induction s with
  | nil => rw [nil_append, total_nil, Unary.zero_add]
  | cons a s ih => rw [cons_append, total_cons, ih, total_cons, Unary.add_assoc]

theorem total_snoc (s : Row Unary) (a : Unary) : total (snoc s a) = total s + a := by
  rw [snoc_eq_append, total_append, total_singleton]

theorem total_rev (s : Row Unary) : total (rev s) = total s := by
  induction s with
  | nil => rfl
  | cons a s ih => rw [rev_cons, total_snoc, ih, total_cons, Unary.add_comm]

theorem total_repeated (a n : Unary) : total (repeated a n) = a * n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [repeated_succ, total_cons, ih, Unary.mul_succ, Unary.add_comm]

theorem total_map_mul (a : Unary) (s : Row Unary) :
    total (map (fun b => a * b) s) = a * total s := by
  induction s with
  | nil => rfl
  | cons b s ih => rw [map_cons, total_cons, ih, total_cons, Unary.mul_add]

end Row

end Tally
