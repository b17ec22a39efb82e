import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { hypothesisSteps } from '../../../src/prove/portfolio/hypothesis-steps.ts';
import { conditionSteps } from '../../../src/prove/portfolio/condition-steps.ts';
import { lemmaSteps } from '../../../src/prove/portfolio/lemma-steps.ts';
import { shapeSteps } from '../../../src/prove/portfolio/shape-steps.ts';
import { splitSteps } from '../../../src/prove/portfolio/splits.ts';
import type { Step } from '../../../src/prove/portfolio/step.ts';
import { gate } from '../../../src/verify/hole/gate.ts';
import { isSelfContained } from '../../../src/verify/trial/self-contained.ts';
import { lemma } from './made.ts';

const texts = (steps: readonly Step[]): string[] => steps.toSorted((a, b) => a.cost - b.cost).map(({ text }) => text);
const shape = (goal: string): string[] =>
  texts(
    shapeSteps(
      viewGoal(goal),
      (name) => name === 'ext',
      () => false,
    ),
  );
const conditions = (goal: string, has: readonly string[], simp: readonly string[] = []): string[] =>
  texts(conditionSteps(viewGoal(goal), (name) => has.includes(name), simp));
const fromFacts = (goal: string): string[] =>
  texts(
    hypothesisSteps(
      viewGoal(goal),
      () => false,
      () => false,
    ),
  );
const uses = (goal: string, ...lemmas: [string, string][]): string[] =>
  texts(
    lemmaSteps(
      lemmas.map(([name, signature]) => lemma(name, signature)),
      viewGoal(goal),
      () => false,
    ),
  );

const NO_RULES = { names: [], cited: [] };

describe('shapeSteps', () => {
  it.each([
    ['⊢ ∀ (n m : Nat), n = m → m = n', 'intro n m h'],
    ['h : p\n⊢ q → ¬r', 'intro h1'],
    ['⊢ p ∧ q', 'constructor'],
    ['⊢ p ↔ q', 'constructor'],
    ['⊢ p ∨ q', 'apply Or.inr'],
    ['⊢ ¬p', 'intro h'],
    ['n : Nat\n⊢ ∃ k, f k = n', 'refine ⟨n, ?_⟩'],
    ['h : f 2 = n\n⊢ ∃ k, f k = n', 'exact ⟨_, h⟩'],
    ['f g : Nat → Nat\n⊢ f = g', 'funext x'],
    ['⊢ f a = f b', 'apply congrArg'],
    ['s t : Set α\n⊢ s ∩ t = t ∩ s', 'ext x'],
    ['⊢ area 2 n = 1', 'simp [area]'],
  ])('%j: %s', (goal, wanted) => {
    expect(shape(goal)).toContain(wanted);
  });

  it('chooses a side of ∨ late while a hypothesis can be split', () => {
    const cost = (goal: string): number =>
      shapeSteps(
        viewGoal(goal),
        (name) => name === 'ext',
        () => false,
      ).find(({ text }) => text === 'apply Or.inl')!.cost;
    expect(cost('h : p ∨ q\n⊢ q ∨ p')).toBeGreaterThan(cost('h : q\n⊢ q ∨ p'));
  });
});

describe('witnesses', () => {
  it.each([
    ['p : α → Prop\nf : Nat → α\nh : p (f 3)\n⊢ ∃ x, p x ∧ q x', 'refine ⟨f 3, ?_⟩'],
    ['g : β → α\nh : ∀ b, f (g b) = b\nb : β\n⊢ ∃ a, f a = b', 'refine ⟨g b, ?_⟩'],
    ['k j : Nat\n⊢ ∃ i, k + j = i + i', 'refine ⟨k + j, ?_⟩'],
  ])('%j: %s', (goal, wanted) => {
    expect(shape(goal)).toContain(wanted);
  });

  it('leaves out variables of another type', () => {
    expect(shape('α β : Type\nx : α\nb : β\n⊢ ∃ (y : α), q y = y').filter((text) => text.startsWith('refine'))).toEqual(
      ['refine ⟨x, ?_⟩'],
    );
  });
});

describe('conditionSteps', () => {
  it('splits a proposition with the available tactics', () => {
    const goal = '⊢ (if p then 1 else 2) = n';
    expect(conditions(goal, ['by_cases'])).toContain('by_cases hc : p <;> simp [hc]');
    expect(conditions(goal, ['byCases', 'split'])).toEqual(
      expect.arrayContaining(['split', 'byCases hc : p <;> simp [hc]']),
    );
    expect(conditions(goal, []).join()).not.toContain('hc :');
  });

  it.each([
    ['⊢ (if p x = true then 1 else 2) = n', 'cases hc : (p x) <;> simp_all [f]'],
    ['⊢ (p x || q) = true', 'cases hc : (p x) <;> simp [hc, f]'],
    ['⊢ (match p x with\n  | true => 1\n  | false => 2) = n', 'cases hc : (p x) <;> simp_all [f]'],
    ['a b : Bool\n⊢ (a && b) = (b && a)', 'cases a <;> cases b <;> simp'],
  ])('splits the Boolean term of %j: %s', (goal, wanted) => {
    expect(conditions(goal, [], ['f'])).toContain(wanted);
  });

  it('does not split a term with a bound variable', () => {
    expect(conditions('⊢ map (fun x => if p x = true then 1 else 2) s = n', []).join()).not.toContain('p x');
  });
});

describe('hypothesisSteps', () => {
  it.each([
    ['h : p ∧ q\n⊢ q', 'cases h'],
    ['h : Even n\n⊢ Even m', 'cases h'],
    ['h : p ∨ q\n⊢ r', 'cases h'],
    ['h : ∃ x, f x = 1\n⊢ r', 'cases h'],
    ['h : a = b\n⊢ f a = 1', 'rw [h]'],
    ['h : a = f b\n⊢ f b = a', 'exact h.symm'],
    ['h : ∀ x, f x = x\n⊢ f 1 = 1', 'simp [h]'],
    ['h : p 1 → q 1\nk : p 1\n⊢ q 1', 'exact h k'],
    ['h : ∀ x, p x → q x\nk : p 1\n⊢ r', 'have h1 := h _ k'],
    ['h : ¬p 1\nk : p 1\n⊢ r', 'exact absurd k h'],
    ['h : p ↔ q\n⊢ q', 'apply h.mp'],
    ['h : False\n⊢ r', 'exact False.elim h'],
  ])('%j: %s', (goal, wanted) => {
    expect(fromFacts(goal)).toContain(wanted);
  });

  it('does not use hypotheses without a name', () => {
    expect(fromFacts('h✝ : p ∧ q\n⊢ q')).toEqual([]);
  });
});

describe('lemmaSteps', () => {
  it('applies a fitting lemma with facts from hypotheses, with swapped sides if needed', () => {
    expect(uses('x y : T\nk : p x\n⊢ q x y', ['L', '(a b : T) (h : p a) : q a b'])[0]).toBe('exact L _ _ k');
    expect(uses('x : T\n⊢ x = f x', ['L', '(a : T) : f a = a'])[0]).toBe('exact Eq.symm (L _)');
    expect(uses('x : T\n⊢ r x', ['L', '(a : T) : s a ↔ r a'])).toContain('apply (L _).mp');
  });

  it('tries fitting lemmas before lemmas of higher rank', () => {
    const order = uses('x : T\n⊢ f (g x) = x', ['far', '(a : T) : k a = a'], ['near', '(a : T) : f (g a) = a']);
    expect(order[0]).toBe('exact near _');
    expect(order).toContain('rw [near]');
    // It rewrites nothing in the goal.
    expect(order).not.toContain('rw [far]');
  });

  it('rewrites hypotheses and reasons forward from them', () => {
    expect(uses('x : T\nh : f x = 1\n⊢ p', ['L', '(a : T) : f a = g a'])).toContain('rw [L] at h');
    expect(uses('x : T\nh : p x\n⊢ r', ['L', '{a : T} (h : p a) : q a'])).toContain('have h1 := L h');
  });

  it('gives simp only terminating lemmas, also several at once', () => {
    const all = uses(
      'x : T\n⊢ p (f x) = g x',
      ['loop', '(a : T) : p a ↔ p (f a)'],
      ['A', '(a : T) : f a = a'],
      ['B', '(a : T) : g a = p a'],
    );
    expect(all.filter((text) => text.startsWith('simp') && text.includes('loop'))).toEqual([]);
    expect(all).toContain('simp [A, B]');
  });
});

/** Goals of many shapes, including invalid Lean. */
const term: fc.Arbitrary<string> = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('p', 'n', '0', 'f n', 'x.y', '«a b»', '(', '✝', '"', 'if p then q else r', 'fun x => x', '{x | p}'),
    fc
      .tuple(tie('term'), fc.constantFrom('∧', '∨', '↔', '=', '→', '+', '∣', '≠', ','), tie('term'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('term').map((inner) => `∃ y, ${inner}`),
    tie('term').map((inner) => `∀ (z : Nat), ¬${inner}`),
  ),
})).term;
const goalText = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom('h', 'k', 'n', 'a✝', '«h i»'), term), { maxLength: 4 }), term)
  .map(([hypotheses, target]) => [...hypotheses.map(([name, type]) => `${name} : ${type}`), `⊢ ${target}`].join('\n'));

describe('all portfolio steps', () => {
  it('are balanced blocks that the gate accepts, for any goal', () => {
    const isBroken = (text: string): boolean => /["({})«»✝,]/.test(text);
    fc.assert(
      fc.property(goalText, term, (goal, conclusion) => {
        const view = viewGoal(goal);
        const one = lemma('M.l', `(a : Nat) (h : p a) : ${conclusion}`);
        const steps = [
          ...shapeSteps(
            view,
            () => true,
            () => false,
          ),
          ...hypothesisSteps(
            view,
            () => true,
            () => false,
          ),
          ...splitSteps(view, NO_RULES),
          ...lemmaSteps([one], view, () => true),
        ];
        for (const { text, cost } of steps) {
          expect(Number.isFinite(cost)).toBe(true);
          // If the goal itself is broken, the gate refuses the block.
          if (isBroken(goal)) continue;
          expect([text, gate({ kind: 'tactic', text }), isSelfContained(text)]).toEqual([text, null, true]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
