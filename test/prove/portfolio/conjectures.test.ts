import { describe, expect, it } from 'vitest';
import { conjectureSteps } from '../../../src/prove/portfolio/conjectures.ts';
import { FileDefinitions } from '../../../src/prove/portfolio/file-definitions.ts';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { unfoldedGoal } from '../../../src/prove/portfolio/unfolded-goal.ts';
import { witnessSteps } from '../../../src/prove/portfolio/witness-steps.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';

const FILE = `def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

def revAcc {α : Type} : List α → List α → List α
  | [], acc => acc
  | x :: xs, acc => revAcc xs (x :: acc)

def sum : List Nat → Nat
  | [] => 0
  | x :: xs => x + sum xs

def sumAcc : List Nat → Nat → Nat
  | [], acc => acc
  | x :: xs, acc => sumAcc xs (acc + x)

def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n

def factAcc : Nat → Nat → Nat
  | 0, acc => acc
  | n + 1, acc => factAcc n ((n + 1) * acc)

def last {α : Type} : List α → List α → List α
  | [], ys => []
  | x :: xs, ys => ys

theorem t : True := by
  sorry
`;

const definitions = new FileDefinitions({ text: FILE, hole: findHoles(FILE)[0]! });

function conjectures(goal: string): string[] {
  const view = viewGoal(goal);
  const unfolded = unfoldedGoal(view, definitions.equations)?.written.tree;
  return conjectureSteps(view, [view.tree, ...(unfolded ? [unfolded] : [])], definitions).map(({ text }) => text);
}

describe('conjectures that generalize a goal', () => {
  it.each([
    ['a list', 'α : Type\nxs : List α\n⊢ revAcc xs [] = rev xs', '∀ (y : List α), revAcc xs y = rev xs ++ y'],
    ['a sum', 'xs : List Nat\n⊢ sumAcc xs 0 = sum xs', '∀ (y : Nat), sumAcc xs y = sum xs + y'],
    ['a product', 'n : Nat\n⊢ factAcc n 1 = fact n', '∀ (y : Nat), factAcc n y = fact n * y'],
  ])('a variable for the accumulator of %s', (_, goal, statement) => {
    expect(conjectures(goal)).toEqual([`have hg : ${statement} := ?_`]);
  });

  it('uses an induction hypothesis from right to left', () => {
    const goal = 'α : Type\nx : α\nxs : List α\nih : rev (rev xs) = xs\n⊢ rev (rev (x :: xs)) = x :: xs';
    expect(conjectures(goal)).toEqual(['have hg : ∀ (y : List α), rev (y ++ x :: []) = x :: rev y := ?_']);
  });

  it.each([
    ['does not hold for small values', 'α : Type\nxs : List α\n⊢ last xs [] = []'],
    ['is no equation', 'α : Type\nxs : List α\n⊢ revAcc xs [] ≠ rev xs'],
    ['cannot be evaluated', 'n : Nat\n⊢ other n 1 = fact n'],
  ])('makes no conjecture if it %s', (_, goal) => {
    expect(conjectures(goal)).toEqual([]);
  });
});

describe('witnesses that small values do not refute', () => {
  it.each([
    ['n k : Nat\nh : n = 2 * k + 1\n⊢ ∃ (m : Nat), n + 1 = 2 * m', ['k + 1', 'n - k']],
    ['m n a i j : Nat\nhm : m = a * i\nhn : n = a * j\n⊢ ∃ (k : Nat), m + n = a * k', ['i + j']],
    ['n : Nat\n⊢ ∃ (m : Nat), n = 2 * m + 1', []],
    ['α : Type\ninst✝ : Inhabited α\np : α → Prop\n⊢ ∃ (x : α), p x → p x', ['Inhabited.default']],
  ])('%j: %j', (goal, witnesses) => {
    const view = viewGoal(goal);
    const steps = witnessSteps(view, (tree) => definitions.counterexamples.test({ ...view, tree }) === 'false');
    const tried = steps.flatMap(({ text }) => /^refine ⟨(.*), \?_⟩$/u.exec(text)?.[1] ?? []);
    expect(tried).toEqual(witnesses);
  });
});
