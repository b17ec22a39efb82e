import { describe, expect, it } from 'vitest';
import { print } from '../../../src/lean/term/term.ts';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { rewriteChains, type Chains } from '../../../src/prove/portfolio/rewrite-chains.ts';
import { lemma } from './made.ts';

type Statement = [name: string, signature: string];

const search = (goal: string, ...lemmas: Statement[]): Chains =>
  rewriteChains(
    viewGoal(goal),
    lemmas.map(([name, signature]) => lemma(name, signature)),
  );
const chains = (goal: string, ...lemmas: Statement[]): string[] =>
  search(goal, ...lemmas).steps.map(({ text }) => text);

const ADD_COMM: Statement = ['Unary.add_comm', '(m n : Unary) : m + n = n + m'];
const COUNTING: Statement[] = [
  ['Row.repeated_succ', '(s : α) (n : Unary) : repeated s (Unary.succ n) = cons s (repeated s n)'],
  ['Row.flatten_cons', '(s : Row α) (t : Row (Row α)) : flatten (cons s t) = append s (flatten t)'],
  ['Row.length_append', '(s t : Row α) : length (append s t) = length s + length t'],
  ['Unary.mul_succ', '(m n : Unary) : m * succ n = m * n + m'],
];

describe('rewriteChains', () => {
  it('uses lemmas and the induction hypothesis until both sides are the same', () => {
    const goal = `α : Type
s : Row α
n : Unary
ih : Row.length (Row.flatten (Row.repeated s n)) = Row.length s * n
⊢ Row.length (Row.flatten (Row.repeated s (Unary.succ n))) = Row.length s * Unary.succ n`;
    const [first] = search(goal, ...COUNTING, ADD_COMM).steps;
    expect(first).toMatchObject({
      text: 'rw [Row.repeated_succ, Row.flatten_cons, Row.length_append, ih, Unary.mul_succ, Unary.add_comm]',
      onward: null,
      lemmas: [...COUNTING, ADD_COMM].map(([name]) => `Full.${name}`),
    });
    // Without the last law, the search says which target it lacks one for.
    const { steps, simplest } = search(goal, ...COUNTING);
    expect(steps).toEqual([]);
    expect(print(simplest)).toBe(
      '(Eq (HAdd.hAdd (Row.length s) (HMul.hMul (Row.length s) n)) (HAdd.hAdd (HMul.hMul (Row.length s) n) (Row.length s)))',
    );
  });

  it('gives a premise of a rule its proof from hypotheses', () => {
    const goal = `x : Unary
s : Row Unary
ih : Row.All (fun (x : Unary) => x = Unary.one) s → Row.total s = Row.length s
left : (fun (x : Unary) => x = Unary.one) x
right : Row.All (fun (x : Unary) => x = Unary.one) s
⊢ Row.total (Row.cons x s) = Row.length (Row.cons x s)`;
    const found = chains(
      goal,
      ['Row.total_cons', '(m : Unary) (s : Row Unary) : total (cons m s) = m + total s'],
      ['Row.length_cons', '(x : α) (s : Row α) : length (cons x s) = Unary.succ (length s)'],
      ['Unary.one_add', '(n : Unary) : one + n = succ n'],
    );
    expect(found[0]?.split(/\[|\]|, /).toSorted()).toEqual(
      ['', 'rw ', 'left', 'Row.total_cons', 'Row.length_cons', 'Unary.one_add', 'ih right'].toSorted(),
    );
  });

  it('ends if a rule leaves a variable of its own in the target', () => {
    const goal = `α β γ : Type
f : α → β
g : β → γ
h : ∀ (x : α), ∀ (y : α), ((fun (x : α) => g (f x)) x) = ((fun (x : α) => g (f x)) y) → x = y
k : ∀ (y : β), ∃ (x : α), f x = y
x y : β
a : g x = g y
⊢ x = y`;
    expect(chains(goal)).toHaveLength(2);
  });

  it('reaches a lemma or a hypothesis that is not an equation', () => {
    const even: Statement = ['Unary.even_mul_succ', '(n : Unary) : Even (n * succ n)'];
    expect(chains('n : Unary\n⊢ Unary.Even (n + n * n)', even, ADD_COMM, COUNTING[3]!)).toContain(
      'rw [Unary.add_comm, ← Unary.mul_succ]\nexact Unary.even_mul_succ _',
    );
    expect(chains('p : Nat → Prop\na b c : Nat\nh : a = b\nk : b = c\nj : p c\n⊢ p a')).toContain('rw [h, k]\nexact j');
  });

  it('writes the arguments of a rule if it must not rewrite the first place', () => {
    const goal = 'α : Type\na b c : α\n⊢ Lattice.meet (Lattice.meet a b) c = Lattice.meet (Lattice.meet b a) c';
    const comm = (binders: string): Statement => ['Lattice.meet_comm', `${binders} : meet x y = meet y x`];
    expect(chains(goal, comm('(x y : α)'))).toContain('rw [Lattice.meet_comm a b]');
    expect(chains(goal, comm('{x y : α}'))).toContain('rw [Lattice.meet_comm (x := a) (y := b)]');
  });

  it('rewrites by a law of functions', () => {
    const map: Statement = [
      'Row.map_cons',
      '(f : α → β) (x : α) (s : Row α) : map f (cons x s) = cons (f x) (map f s)',
    ];
    const goal = 'g : Nat → Nat\na : Nat\ns : Row Nat\n⊢ Row.map g (Row.cons a s) = Row.cons (g a) (Row.map g s)';
    expect(chains(goal, map)[0]).toBe('rw [Row.map_cons]');
  });

  it('rewrites an equivalence', () => {
    const goal = 'p q r : Prop\nh : p ↔ q\nk : q ↔ r\n⊢ p ↔ r';
    expect(chains(goal)[0]).toBe('rw [h, k] <;> exact Iff.rfl');
  });

  it('ends for laws that always apply', () => {
    const goal = 'a b c d e f : Unary\n⊢ a + b + c + d + e + f = f + e + d + c + b';
    expect(chains(goal, ADD_COMM, ['Unary.add_assoc', '(m n k : Unary) : m + n + k = m + (n + k)'])).toEqual([]);
  });

  it('expands a side that is a variable by a law, if nothing else makes the sides the same', () => {
    const goal = `M : Mon α
a b c : α
hb : Mon.mul M b a = M.one
hc : Mon.mul M a c = M.one
⊢ b = c`;
    const found = chains(
      goal,
      ['Mon.assoc', '(self : Mon α) (a b c : α) : mul self (mul self a b) c = mul self a (mul self b c)'],
      ['Mon.one_mul', '(self : Mon α) (a : α) : mul self self.one a = a'],
      ['Mon.mul_one', '(self : Mon α) (a : α) : mul self a self.one = a'],
    );
    expect(found).toContain('rw [← Mon.mul_one M b, ← hc, ← Mon.assoc, hb, Mon.one_mul]');
  });

  it('finds a witness by rewriting', () => {
    const goal = 'a m n x y w w1 : Nat\nh : m = a * w\nh1 : n = a * w1\n⊢ ∃ k, m * x + n * y = a * k';
    const found = chains(
      goal,
      ['Nat.mul_assoc', '(n m k : Nat) : n * m * k = n * (m * k)'],
      ['Nat.left_distrib', '(n m k : Nat) : n * (m + k) = n * m + n * k'],
    );
    expect(found[0]).toBe('refine ⟨w * x + w1 * y, ?_⟩\nrw [h, Nat.mul_assoc, h1, Nat.mul_assoc, ← Nat.left_distrib]');
  });

  it('ends with `simp` if the sides differ in the order of their terms', () => {
    const goal = 'a b c : Nat\nh : f a = b + c\n⊢ c + f a = c + c + b';
    expect(chains(goal)[0]).toBe('rw [h]\nsimp [Nat.add_comm, Nat.add_assoc, Nat.add_left_comm]');
    expect(chains(goal.replace('Nat', 'Group'))).toEqual([]);
  });

  it('ends by multiplying out if the sides are the same polynomial', () => {
    const goal = 'n s : Nat\nih : 2 * s = n * (n + 1)\n⊢ 2 * s + 2 * (n + 1) = (n + 1) * (n + 2)';
    const [first] = chains(goal);
    expect(first?.split('\n').map((line) => line.split(' [')[0])).toEqual([
      'rw',
      'have hm : ∀ a b c : Nat, a * (b * c) = b * (a * c) := fun a b c => by rw',
      'simp only',
      'simp',
    ]);
    expect(first).toContain('rw [ih]');
    expect(first).toContain('(show (2 : Nat) = 1 + 1 from rfl)');
    expect(chains(goal.replace('n + 2', 'n + 3'))).toEqual([]);
  });
});
