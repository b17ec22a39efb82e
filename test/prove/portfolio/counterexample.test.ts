import { describe, expect, it } from 'vitest';
import { FileDefinitions } from '../../../src/prove/portfolio/file-definitions.ts';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';

const FILE = `inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

def Tree.size {α : Type} : Tree α → Nat
  | Tree.leaf => 0
  | Tree.node l x r => size l + size r + 1

def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

def keep {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x = true then x :: keep p xs else keep p xs

inductive Even : Nat → Prop where
  | zero : Even 0
  | step (n : Nat) (h : Even n) : Even (n + 2)

structure Mon (α : Type) where
  op : α → α → α
  comm : ∀ a b, op a b = op b a

inductive Unary where
  | zero : Unary
  | succ : Unary → Unary

theorem x : True := by
  sorry
`;

function isRefuted(goal: string): boolean {
  const [hole] = findHoles(FILE);
  return new FileDefinitions({ text: FILE, hole: hole! }).counterexamples.test(viewGoal(goal)) === 'false';
}

describe('goals that are false for some values', () => {
  it.each([
    ['numbers', 'n : Nat\n⊢ n = 2 * n'],
    ['subtraction below zero', 'a b : Nat\n⊢ a - b + b = a'],
    ['a disjunction', 'n✝ : Nat\n⊢ n✝ = 2 * 1 ∨ n✝ = 2 * 1 + 1'],
    ['values that satisfy an equation', 'n k : Nat\nh : n = 2 * k\n⊢ n = 2 * k + 1'],
    ['lists of any type', 'α : Type\nxs ys : List α\n⊢ xs ++ ys = ys ++ xs'],
    ['functions of the file', 'α : Type u\nxs : List α\n⊢ rev xs = xs'],
    ['an unknown predicate', 'α : Type\np : α → Bool\nxs : List α\n⊢ keep p xs = xs'],
    ['types of the file', 'α : Type\nt u : Tree α\nh : Tree.size t = Tree.size u\n⊢ t = u'],
    ['constructors with the names of those of Nat', 'a b : Unary\n⊢ Unary.succ a = b'],
    ['a relation on an unknown type', 'α : Type\nR : α → α → Prop\nh : ∀ (a : α), R a a\na b : α\n⊢ R a b'],
    ['propositions', 'p q : Prop\nh : p → q\nhq : q\n⊢ p'],
    ['an induction hypothesis', 'n : Nat\nih : ∀ (m : Nat), m + n = n + m\nm : Nat\n⊢ m + n = n'],
    ['an existence in a finite type', 'α : Type\np q : α → Prop\nh : ∃ (x : α), p x\n⊢ ∃ (x : α), q x'],
  ])('%s', (_, goal) => {
    expect(isRefuted(goal)).toBe(true);
  });
});

describe('goals that are not refuted', () => {
  it.each([
    ['true for numbers', 'a b : Nat\nh : b ≤ a\n⊢ a - b + b = a'],
    ['true for lists', 'α : Type\nxs ys : List α\n⊢ rev (xs ++ ys) = rev ys ++ rev xs'],
    ['true for trees', 'α : Type\nt : Tree α\nh : Tree.size t = 0\n⊢ t = Tree.leaf'],
    ['an existence that small values do not show', 'n : Nat\n⊢ ∃ (k : Nat), k = n + 100'],
    ['an inductive predicate', 'n : Nat\nh : Even n\n⊢ n = 2 * n'],
    ['an instance with laws', 'α : Type\ninst✝ : Subsingleton α\na b : α\n⊢ a = b'],
    ['a structure with laws', 'α : Type\nM : Mon α\na b : α\n⊢ Mon.op M a b = Mon.op M b a'],
    ['a definition that is not known', 'n : Nat\n⊢ unknown n = n'],
    ['integers', 'i : Int\n⊢ i - 1 + 1 = i'],
    ['a variable with a value', 'n : Nat := 2\n⊢ n = 2'],
    ['contradictory hypotheses', 'n : Nat\nh : n < n\n⊢ n = n + 1'],
    ['a numeral of an unknown type', 'α : Type\nn : α\n⊢ n = 0'],
  ])('%s', (_, goal) => {
    expect(isRefuted(goal)).toBe(false);
  });
});
