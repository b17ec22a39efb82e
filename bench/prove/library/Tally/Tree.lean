import Tally.Row.Member

/-!
# Binary trees

* `Tree`: a leaf, or an entry between two trees
* `Tree.mirror`, `Tree.map`, `Tree.size`, `Tree.leaves`: what is done with them
* `Tree.inorder`, `Tree.preorder`, `Tree.postorder`: the entries as a sequence
-/

namespace Tally

/-- A binary tree with entries at its nodes. -/
inductive Tree (α : Type) : Type where
  | leaf : Tree α
  | node (l : Tree α) (x : α) (r : Tree α) : Tree α

namespace Tree

variable {α β γ : Type}

/-- Left and right exchanged everywhere. -/
def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)

/-- A function used on each entry. -/
def map (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l x r => node (map f l) (f x) (map f r)

/-- How many nodes there are. -/
def size : Tree α → Unary
  | leaf => Unary.zero
  | node l _ r => Unary.succ (size l + size r)

/-- How many leaves there are. -/
def leaves : Tree α → Unary
  | leaf => Unary.one
  | node l _ r => leaves l + leaves r

/-- The entries from left to right. -/
def inorder : Tree α → Row α
  | leaf => Row.nil
  | node l x r => Row.append (inorder l) (Row.cons x (inorder r))

/-- The entries, each before those below it. -/
def preorder : Tree α → Row α
  | leaf => Row.nil
  | node l x r => Row.cons x (Row.append (preorder l) (preorder r))

/-- The entries, each after those below it. -/
def postorder : Tree α → Row α
  | leaf => Row.nil
  | node l x r => Row.append (postorder l) (Row.snoc (postorder r) x)

/-- A tree with a single node. -/
def single (x : α) : Tree α := node leaf x leaf

/-- The entry `x` stands somewhere in the tree. -/
inductive Holds (x : α) : Tree α → Prop where
  | here (l r : Tree α) : Holds x (node l x r)
  | left (l : Tree α) (y : α) (r : Tree α) (h : Holds x l) : Holds x (node l y r)
  | right (l : Tree α) (y : α) (r : Tree α) (h : Holds x r) : Holds x (node l y r)

@[simp] theorem mirror_leaf : mirror (leaf : Tree α) = leaf := rfl

theorem mirror_node (l : Tree α) (x : α) (r : Tree α) :
    mirror (node l x r) = node (mirror r) x (mirror l) := rfl

theorem node_ne_leaf (l : Tree α) (x : α) (r : Tree α) : node l x r ≠ leaf := by
  intro h
  cases h

theorem left_eq_of_node_eq {l l' r r' : Tree α} {x x' : α} (h : node l x r = node l' x' r') :
    l = l' := by
  injection h
  assumption

theorem right_eq_of_node_eq {l l' r r' : Tree α} {x x' : α} (h : node l x r = node l' x' r') :
    r = r' := by
  injection h
  assumption

theorem entry_eq_of_node_eq {l l' r r' : Tree α} {x x' : α} (h : node l x r = node l' x' r') :
    x = x' := by
  injection h
  assumption

theorem mirror_mirror (t : Tree α) : mirror (mirror t) = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [mirror_node, mirror_node, ihl, ihr]

theorem mirror_inj {t u : Tree α} (h : mirror t = mirror u) : t = u := by
  rw [← mirror_mirror t, h, mirror_mirror]

theorem mirror_inj_iff {t u : Tree α} : mirror t = mirror u ↔ t = u :=
  ⟨mirror_inj, fun h => by rw [h]⟩

theorem mirror_eq_iff {t u : Tree α} : mirror t = u ↔ t = mirror u :=
  ⟨fun h => by rw [← h, mirror_mirror], fun h => by rw [h, mirror_mirror]⟩

theorem mirror_eq_leaf_iff {t : Tree α} : mirror t = leaf ↔ t = leaf := by
  rw [mirror_eq_iff] <;> exact Iff.rfl

theorem mirror_single (x : α) : mirror (single x) = single x := rfl

@[simp] theorem map_leaf (f : α → β) : map f (leaf : Tree α) = leaf := rfl

theorem map_node (f : α → β) (l : Tree α) (x : α) (r : Tree α) :
    map f (node l x r) = node (map f l) (f x) (map f r) := rfl

theorem map_mirror (f : α → β) (t : Tree α) : map f (mirror t) = mirror (map f t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [mirror_node, map_node, ihl, ihr, map_node, mirror_node]

theorem map_map (g : β → γ) (f : α → β) (t : Tree α) :
    map g (map f t) = map (fun x => g (f x)) t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [map_node, map_node, ihl, ihr, map_node]

theorem map_id (t : Tree α) : map (fun x => x) t = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [map_node, ihl, ihr]

theorem map_single (f : α → β) (x : α) : map f (single x) = single (f x) := rfl

@[simp] theorem size_leaf : size (leaf : Tree α) = Unary.zero := rfl

theorem size_node (l : Tree α) (x : α) (r : Tree α) :
    size (node l x r) = Unary.succ (size l + size r) := rfl

theorem size_single (x : α) : size (single x) = Unary.one := rfl

theorem size_mirror (t : Tree α) : size (mirror t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [mirror_node, size_node, ihl, ihr, Unary.add_comm, size_node]

theorem size_map (f : α → β) (t : Tree α) : size (map f t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [map_node, size_node, ihl, ihr, size_node]

theorem size_eq_zero_iff {t : Tree α} : size t = Unary.zero ↔ t = leaf := by
  cases t with
  | leaf => exact ⟨fun _ => rfl, fun _ => rfl⟩
  | node l x r =>
    exact ⟨fun h => absurd h (Unary.succ_ne_zero _), fun h => absurd h (node_ne_leaf l x r)⟩

theorem size_left_lt_size_node (l : Tree α) (x : α) (r : Tree α) : size l < size (node l x r) :=
  Unary.lt_succ_of_le (Unary.le_add_right _ _)

theorem size_right_lt_size_node (l : Tree α) (x : α) (r : Tree α) : size r < size (node l x r) :=
  Unary.lt_succ_of_le (Unary.le_add_left _ _)

@[simp] theorem leaves_leaf : leaves (leaf : Tree α) = Unary.one := rfl

theorem leaves_node (l : Tree α) (x : α) (r : Tree α) :
    leaves (node l x r) = leaves l + leaves r := rfl

theorem leaves_eq_succ_size (t : Tree α) : leaves t = Unary.succ (size t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [leaves_node, ihl, ihr, Unary.succ_add, Unary.add_succ, size_node]

theorem leaves_mirror (t : Tree α) : leaves (mirror t) = leaves t := by
  rw [leaves_eq_succ_size, size_mirror, ← leaves_eq_succ_size]

theorem leaves_map (f : α → β) (t : Tree α) : leaves (map f t) = leaves t := by
  rw [leaves_eq_succ_size, size_map, ← leaves_eq_succ_size]

theorem leaves_ne_zero (t : Tree α) : leaves t ≠ Unary.zero := by
  rw [leaves_eq_succ_size]
  exact Unary.succ_ne_zero _

theorem size_lt_leaves (t : Tree α) : size t < leaves t := by
  rw [leaves_eq_succ_size]
  exact Unary.lt_succ_self _

@[simp] theorem inorder_leaf : inorder (leaf : Tree α) = Row.nil := rfl

theorem inorder_node (l : Tree α) (x : α) (r : Tree α) :
    inorder (node l x r) = Row.append (inorder l) (Row.cons x (inorder r)) := rfl

theorem preorder_node (l : Tree α) (x : α) (r : Tree α) :
    preorder (node l x r) = Row.cons x (Row.append (preorder l) (preorder r)) := rfl

theorem postorder_node (l : Tree α) (x : α) (r : Tree α) :
    postorder (node l x r) = Row.append (postorder l) (Row.snoc (postorder r) x) := rfl

theorem inorder_single (x : α) : inorder (single x) = Row.cons x Row.nil := rfl

theorem inorder_mirror (t : Tree α) : inorder (mirror t) = Row.rev (inorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [mirror_node, inorder_node, ihl, ihr, inorder_node, Row.rev_append, Row.rev_cons,
      Row.snoc_append]

theorem inorder_map (f : α → β) (t : Tree α) : inorder (map f t) = Row.map f (inorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [map_node, inorder_node, ihl, ihr, inorder_node, Row.map_append, Row.map_cons]

theorem length_inorder (t : Tree α) : Row.length (inorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [inorder_node, Row.length_append, Row.length_cons, ihl, ihr, Unary.add_succ, size_node]

theorem length_preorder (t : Tree α) : Row.length (preorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [preorder_node, Row.length_cons, Row.length_append, ihl, ihr, size_node]

theorem length_postorder (t : Tree α) : Row.length (postorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [postorder_node, Row.length_append, Row.length_snoc, ihl, ihr, Unary.add_succ, size_node]

theorem preorder_map (f : α → β) (t : Tree α) : preorder (map f t) = Row.map f (preorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [map_node, preorder_node, ihl, ihr, preorder_node, Row.map_cons, Row.map_append]

theorem postorder_map (f : α → β) (t : Tree α) :
    postorder (map f t) = Row.map f (postorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [map_node, postorder_node, ihl, ihr, postorder_node, Row.map_append, Row.map_snoc]

theorem preorder_mirror (t : Tree α) : preorder (mirror t) = Row.rev (postorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    rw [mirror_node, preorder_node, ihl, ihr, postorder_node, Row.rev_append, Row.rev_snoc,
      Row.cons_append]

theorem postorder_mirror (t : Tree α) : postorder (mirror t) = Row.rev (preorder t) := by
  rw [← mirror_mirror t, preorder_mirror, mirror_mirror, Row.rev_rev]

theorem not_holds_leaf (x : α) : ¬ Holds x leaf := by
  intro h
  cases h

theorem holds_node_self (l : Tree α) (x : α) (r : Tree α) : Holds x (node l x r) := Holds.here l r

theorem holds_node_iff {x y : α} {l r : Tree α} :
    Holds x (node l y r) ↔ x = y ∨ Holds x l ∨ Holds x r := by
  constructor
  · intro h
    cases h with
    | here => exact Or.inl rfl
    | left _ _ _ h => exact Or.inr (Or.inl h)
    | right _ _ _ h => exact Or.inr (Or.inr h)
  · intro h
    cases h with
    | inl h => rw [h]; exact Holds.here l r
    | inr h => exact either h (Holds.left l y r) (Holds.right l y r)

theorem holds_mirror_of_holds {x : α} {t : Tree α} (h : Holds x t) : Holds x (mirror t) := by
  induction h with
  | here l r => exact Holds.here _ _
  | left l y r _ ih => exact Holds.right _ _ _ ih
  | right l y r _ ih => exact Holds.left _ _ _ ih

theorem holds_mirror_iff {x : α} {t : Tree α} : Holds x (mirror t) ↔ Holds x t :=
  ⟨fun h => by
    have h' : Holds x (mirror (mirror t)) := holds_mirror_of_holds h
    rw [mirror_mirror] at h'
    exact h', holds_mirror_of_holds⟩

theorem holds_map_of_holds (f : α → β) {x : α} {t : Tree α} (h : Holds x t) :
    Holds (f x) (map f t) := by
  induction h with
  | here l r => exact Holds.here _ _
  | left l y r _ ih => exact Holds.left _ _ _ ih
  | right l y r _ ih => exact Holds.right _ _ _ ih

theorem mem_inorder_of_holds {x : α} {t : Tree α} (h : Holds x t) : Row.Mem x (inorder t) := by
  induction h with
  | here l r => exact Row.mem_append_right _ (Row.mem_cons_self _ _)
  | left l y r _ ih => exact Row.mem_append_left _ ih
  | right l y r _ ih => exact Row.mem_append_right _ (Row.mem_cons_of_mem _ ih)

theorem holds_of_mem_inorder {x : α} {t : Tree α} (h : Row.Mem x (inorder t)) : Holds x t := by
  induction t with
  | leaf => exact absurd h (Row.not_mem_nil x)
  | node l y r ihl ihr =>
    rw [inorder_node, Row.mem_append_iff, Row.mem_cons_iff] at h
    rw [holds_node_iff]
    cases h with
    | inl h => exact Or.inr (Or.inl (ihl h))
    | inr h => exact either h Or.inl (fun h => Or.inr (Or.inr (ihr h)))

theorem mem_inorder_iff {x : α} {t : Tree α} : Row.Mem x (inorder t) ↔ Holds x t :=
  ⟨holds_of_mem_inorder, mem_inorder_of_holds⟩

end Tree

end Tally
