import { describe, expect, it } from 'vitest';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { proofTerms } from '../../../src/prove/portfolio/proof-terms.ts';
import { lemma } from './made.ts';

const terms = (goal: string, ...lemmas: [name: string, signature: string][]): string[] =>
  proofTerms(
    viewGoal(goal),
    lemmas.map(([name, signature]) => lemma(name, signature)),
  ).map(({ text }) => text);

const RELATION = 'α : Type\nr : α → α → Prop\na b c d : α';

describe('proofTerms', () => {
  it('proves the premises of a hypothesis by other hypotheses', () => {
    const goal = `${RELATION}
symm : ∀ (a b : α), r a b → r b a
trans : ∀ (a b c : α), r a b → r b c → r a c
h : r a b
⊢ r a a`;
    expect(terms(goal)[0]).toBe('exact trans _ _ _ h (symm _ _ h)');
  });

  it('chains three applications', () => {
    const goal = `${RELATION}
trans : ∀ (a b c : α), r a b → r b c → r a c
h1 : r a b
h2 : r b c
h3 : r c d
⊢ r a d`;
    expect(terms(goal)).toContain('exact trans _ _ _ (trans _ _ _ h1 h2) h3');
  });

  // Each of these terms was checked with the Lean of 2021.
  it.each([
    [
      'p q r : Prop\n⊢ p ∧ (q ∨ r) ↔ (p ∧ q) ∨ (p ∧ r)',
      'exact ⟨fun ⟨h_1, h_2⟩ => match h_2 with | Or.inl h_3 => Or.inl ⟨h_1, h_3⟩ | Or.inr h_4 => Or.inr ⟨h_1, h_4⟩, fun h_25 => match h_25 with | Or.inl ⟨h_26, h_27⟩ => ⟨h_26, Or.inl h_27⟩ | Or.inr ⟨h_28, h_29⟩ => ⟨h_28, Or.inr h_29⟩⟩',
    ],
    [
      'α : Type\np : α → Prop\nr : Prop\n⊢ (∃ x, p x ∧ r) ↔ (∃ x, p x) ∧ r',
      'exact ⟨fun ⟨h_1, h_2, h_3⟩ => ⟨⟨_, h_2⟩, h_3⟩, fun ⟨⟨h_12, h_13⟩, h_14⟩ => ⟨_, ⟨h_13, h_14⟩⟩⟩',
    ],
  ])('takes conjunctions, disjunctions and existences apart: %s', (goal, expected) => {
    expect(terms(goal)[0]).toBe(expected);
  });

  it('gives an induction hypothesis its premise inside a lemma', () => {
    const goal = `${RELATION}\nh : r a b\nih : Reach r c d → Reach r b d\nk : Reach r c d\n⊢ Reach r a d`;
    const step = '{α : Type} {r : α → α → Prop} (a b c : α) (h : r a b) (k : Reach r b c) : Reach r a c';
    expect(terms(goal, ['Reach.step', step])).toEqual(['exact Reach.step _ _ _ h (ih k)']);
  });

  it.each([
    ['p q r : Prop\nh : p ∧ q ↔ r\nk : p\nj : q\n⊢ r', 'exact h.mp ⟨k, j⟩'],
    ['p q r : Prop\nh : p → q ∧ r\nk : p\n⊢ r', 'exact (h k).2'],
    ['α : Type\np : α → Prop\nh : ¬∃ x, ¬p x\nx : α\nhx : ¬p x\n⊢ False', 'exact h ⟨_, hx⟩'],
    ['p q : Nat → Prop\nh : ∀ n, p n → q n\nn : Nat\nk : p n\n⊢ ∃ n, q n', 'exact ⟨_, h _ k⟩'],
    ['p q r : Prop\nh : p → q\nk : q → r\n⊢ ¬r → ¬p', null],
    ['p q : Prop\nh : p → q\nk : ¬q\n⊢ ¬p', 'exact fun h1_1 => k (h h1_1)'],
    ['a b : Nat\nf : Nat → Nat\nh : ∀ n, f n = n\n⊢ b = f b', 'exact (h _).symm'],
  ])('%j: %s', (goal, wanted) => {
    const found = terms(goal);
    if (wanted === null) expect(found).toEqual([]);
    else expect(found.map((text) => text.replaceAll(/_\d+\b/g, '_1'))).toContain(wanted);
  });

  it('reads a strict order as a weak one of the successor', () => {
    const goal = 'a b c : Nat\nh : a ≤ b\nk : b < c\n⊢ a < c';
    const found = terms(
      goal,
      ['Nat.le_trans', '{n m k : Nat} : n ≤ m → m ≤ k → n ≤ k'],
      ['Nat.succ_le_succ', '{n m : Nat} : n ≤ m → n + 1 ≤ m + 1'],
    );
    expect(found).toContain('exact Nat.le_trans (Nat.succ_le_succ h) k');
  });

  it('ends for rules that apply to their own premises, and cites the lemmas it uses', () => {
    const [first] = proofTerms(viewGoal('a b : Nat\nh : Near a b\n⊢ Near b a'), [
      lemma('loop', '{a b : Nat} (h : Near a b) : Near a b'),
      lemma('symm', '(n : Nat) {a b : Nat} (h : Near a b) (k : Near n n → Near a b) : Near b a'),
    ]);
    expect(first).toMatchObject({
      text: expect.stringMatching(/^exact symm _ h \(fun \S+ => h\)$/) as unknown,
      lemmas: ['Full.symm'],
    });
  });
});
