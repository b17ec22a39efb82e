import { describe, expect, it } from 'vitest';
import { readLeanFile } from '../../../src/lean/read-file.ts';
import { printNotation } from '../../../src/lean/term/print-notation.ts';
import { DefinitionalEquations } from '../../../src/prove/portfolio/definitional-equations.ts';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { unfoldedGoal, unfoldedSteps } from '../../../src/prove/portfolio/unfolded-goal.ts';
import { lemma } from './made.ts';

const FILE = `
def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n+2 => fib n + fib (n+1)

def keep {α : Type} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x = true then x :: keep p xs else keep p xs

inductive Exp where
  | num : Nat → Exp
  | plus : Exp → Exp → Exp

namespace Exp

def value : Exp → Nat
  | num n => n
  | plus a b => value a + value b

def isNum (e : Exp) : Bool :=
  match e with
  | num _ => true
  | _ => false

end Exp

def twice (n : Nat) : Nat := n + n

def Divides (a b : Nat) : Prop := ∃ k, b = a * k
`;

const equations = new DefinitionalEquations(readLeanFile(FILE, '').declarations, ({ name }) => name);

const unfolded = (target: string, locals = 'n m : Nat\na b e : Exp\nx : α\nxs ys : List α\np q : α → Bool'): string =>
  printNotation(equations.unfolded(viewGoal(`${locals}\n⊢ ${target}`).tree));

describe('DefinitionalEquations', () => {
  it.each([
    ['fib (Nat.succ n + 1) = 0', 'fib n + fib (n + 1) = 0'],
    ['fib n = 0', 'fib n = 0'],
    ['fib (n + 1) = 0', 'fib (n + 1) = 0'],
    ['fib 1 = n', '1 = n'],
    ['keep p (keep q (x :: xs)) = ys', 'keep p (ite (q x = true) (x :: keep q xs) (keep q xs)) = ys'],
    ['Exp.value (Exp.plus a b) = n', 'Exp.value a + Exp.value b = n'],
    ['Exp.isNum (Exp.plus a b) = true', 'false = true'],
    ['e.isNum = true', 'Exp.isNum e = true'],
    ['twice (n * m) = m', 'n * m + n * m = m'],
    ['x :: xs ++ ys = ys', 'x :: (xs ++ ys) = ys'],
    ['n * (m + 1) = m', 'n * m + n = m'],
    ['n * 2 = m', 'n * 2 = m'],
  ])('reads %s as %s', (target, expected) => {
    expect(unfolded(target)).toBe(expected);
  });

  it('does not choose between alternatives that depend on a variable', () => {
    expect(unfolded('Exp.value (if n = m then a else b) = n')).toBe('Exp.value (ite (n = m) a b) = n');
  });
});

describe('unfoldedGoal', () => {
  const goal = viewGoal('n m : Nat\nh : Nat.succ (twice n) = m + 1\ng : m < fib 2\n⊢ fib (n + 2) < m');
  const steps = (text: string, ...lemmas: [name: string, signature: string][]): string[] => {
    const view = viewGoal(text);
    const known = lemmas.map(([name, signature]) => lemma(name, signature));
    return unfoldedSteps(view, unfoldedGoal(view, equations)!, known, []).map((one) => one.text);
  };

  it('has the target and the facts by definition, and what equations of constructors imply', () => {
    expect(unfoldedGoal(goal, equations)).toMatchObject({
      show: 'show fib n + fib (n + 1) < m',
      facts: [
        { name: 'h', text: 'n + n + 1 = m + 1' },
        { name: 'g', text: 'm < 0 + 1' },
        { name: '(Nat.succ.inj h)', text: 'n + n = m' },
      ],
      absurd: null,
    });
  });

  it('shows the existence that a predicate is', () => {
    const view = viewGoal('a b c : Nat\nh : b = a * c\n⊢ Divides a (b * 2)');
    expect(unfoldedGoal(view, equations)).toMatchObject({ show: 'show ∃ k, b * 2 = a * k' });
  });

  it('is null if nothing changes', () => {
    expect(unfoldedGoal(viewGoal('n : Nat\nh : n = n\n⊢ n ≤ n'), equations)).toBeNull();
  });

  it('proves anything from an equation of different constructors', () => {
    expect(steps('a b : Exp\nn : Nat\nh : Exp.num n = Exp.plus a b\n⊢ n = n + 1')[0]).toBe('exact Exp.noConfusion h');
    expect(steps('n : Nat\nh : fib 0 = n + 1\n⊢ n = n + 2')[0]).toBe('exact Nat.noConfusion h');
  });

  it('reads the parts of an equation of constructors with several arguments', () => {
    const view = viewGoal('a b c d : Exp\nh : Exp.plus a b = Exp.plus c d\n⊢ b = d');
    expect(unfoldedGoal(view, equations)?.facts).toEqual([
      expect.objectContaining({ name: '(Exp.plus.inj h).1', text: 'a = c' }),
      expect.objectContaining({ name: '(Exp.plus.inj h).2', text: 'b = d' }),
    ]);
  });

  it('applies lemmas about `≤` to a goal about `<`', () => {
    const found = steps(
      'n : Nat\nih : n < size n\n⊢ Nat.succ n < size n + size n',
      ['size_pos', '(n : Nat) : 0 < size n'],
      ['Nat.add_le_add', ': ∀ {a b c d : Nat}, a ≤ b → c ≤ d → a + c ≤ b + d'],
    );
    expect(found[0]).toBe('exact Nat.add_le_add ih (size_pos _)');
  });
});
