import { describe, expect, it } from 'vitest';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { alternatives, splitSteps } from '../../../src/prove/portfolio/splits.ts';

const BEFORE = viewGoal('n : Nat\n⊢ p n');

const NO_RULES = { names: [], cited: [] };

describe('alternatives', () => {
  it('names the variables of a case, and the induction hypothesis `ih`', () => {
    const goals = ['case zero\n⊢ p Nat.zero', 'case succ\nn✝ : Nat\nn_ih✝ : p n✝\n⊢ p (Nat.succ n✝)'];
    expect(alternatives(goals, BEFORE)).toEqual([
      { head: '| zero =>', goal: '⊢ p Nat.zero' },
      { head: '| succ n ih =>', goal: 'n : Nat\nih : p n\n⊢ p (Nat.succ n)' },
    ]);
  });

  it('gives distinct names to equal ones, in order', () => {
    const before = viewGoal('t : Tree\n⊢ q t');
    const goal = 'case node\na✝¹ a✝ : Tree\na_ih✝¹ : q a✝¹\na_ih✝ : q a✝\n⊢ q (node a✝¹ a✝)';
    expect(alternatives([goal], before)).toEqual([
      { head: '| node h h1 ih ih1 =>', goal: 'h h1 : Tree\nih : q h\nih1 : q h1\n⊢ q (node h h1)' },
    ]);
  });

  it('does not name hypotheses that had no name before', () => {
    const before = viewGoal('h✝ : r\nx : p ∨ q\n⊢ s');
    const goals = ['case mp.inl\nh✝¹ : r\nh✝ : p\n⊢ s'];
    expect(alternatives(goals, before)?.map(({ head }) => head)).toEqual(['| inl h =>']);
  });

  it('names the explicit fields of a constructor, and leaves a place for those that Lean eliminated', () => {
    const before = viewGoal('a b c : α\nh : Star R a b\n⊢ Star R a c');
    const implicit = ['a', 'b', 'c'].map((name) => ({ name, isExplicit: false }));
    const fields = [...implicit, { name: '', isExplicit: true }, { name: '', isExplicit: true }];
    const step = 'case step\na b c a✝² b✝ c✝ : α\na✝¹ : R a✝² b✝\na✝ : Star R b✝ c✝\na_ih✝ : p b✝\n⊢ p a✝²';
    expect(alternatives([step], before, () => fields)).toEqual([
      {
        head: '| step h h1 ih =>',
        goal: 'a b c a✝² b✝ c✝ : α\nh : R a✝² b✝\nh1 : Star R b✝ c✝\nih : p b✝\n⊢ p a✝²',
      },
    ]);
    const explicit = ['t', 'u'].map((name) => ({ name, isExplicit: true }));
    const only = 'case ite\na b c u✝ : α\na✝ : R b u✝\n⊢ p b';
    expect(alternatives([only], before, () => [...explicit, { name: '', isExplicit: true }])?.[0]?.head).toBe(
      '| ite _ u h =>',
    );
  });

  it('returns null for goals without a tag or with duplicate tags', () => {
    expect(alternatives(['⊢ p'], BEFORE)).toBeNull();
    expect(alternatives(['case a\n⊢ p', 'case a\n⊢ q'], BEFORE)).toBeNull();
  });
});

describe('splitSteps', () => {
  it('generalizes variables whose type is a type variable, and splits hypotheses of inductive predicates', () => {
    const goal = viewGoal('α β : Type\nf : β → α → β\nb : β\nl : List α\nh : Reach l l\n⊢ fold f b l = b');
    const texts = splitSteps(goal, NO_RULES).map(({ text }) => text);
    expect(texts).toContain('induction l generalizing b');
    expect(texts).toContain('induction h');
  });

  it('takes all cases of small types at once', () => {
    const texts = splitSteps(viewGoal('a b : Signal\n⊢ max a b = max b a'), NO_RULES).map(({ text }) => text);
    expect(texts[0]).toBe('cases a <;> cases b <;> rfl');
    expect(splitSteps(viewGoal('a b : Nat\n⊢ a + b = b'), NO_RULES).map(({ text }) => text)).not.toContain(texts[0]);
  });

  it('splits variables of the target first, and neither types nor facts', () => {
    const goal = viewGoal('α : Type\nm : Nat\nl : List α\nh : m = 2\nx : α\n⊢ len l = m');
    const texts = splitSteps(goal, { names: ['len'], cited: ['M.len'] }).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('simp_all'))).toContain(
      'induction l generalizing m <;> simp_all [len]',
    );
    expect(texts.filter((text) => !text.includes('simp_all'))).toEqual([
      'induction m',
      'induction m generalizing l',
      'cases m',
      'induction l',
      'induction l generalizing m',
      'cases l',
    ]);
  });
});
