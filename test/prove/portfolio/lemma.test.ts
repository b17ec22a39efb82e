import { describe, expect, it } from 'vitest';
import { viewGoal } from '../../../src/prove/portfolio/goal-view.ts';
import { fitOf, isVague } from '../../../src/prove/portfolio/lemma.ts';
import { lemma } from './made.ts';

const fit = (signature: string, goal: string) => fitOf(lemma('L', signature), viewGoal(goal));

describe('fitOf', () => {
  it('distinguishes the full goal, swapped sides and a part', () => {
    expect(fit('(a b : Nat) : area a b = area b a', 'm n : Nat\n⊢ area m n = area n m').full).toBeGreaterThan(0);
    const turned = fit('(a : Nat) : f a = a', 'n : Nat\n⊢ n = f n');
    expect([turned.full, turned.swapped > 0]).toEqual([0, true]);
    const part = fit('(a b : Nat) : area a b = a * b', 'm n : Nat\n⊢ area m n + 1 = 2');
    expect([part.full, part.left > 0, part.right]).toEqual([0, true, 0]);
    expect(fit('(a : Nat) : g a = a', 'n : Nat\n⊢ n < f n')).toMatchObject({ full: 0, swapped: 0, left: 0, right: 0 });
  });

  it('writes inferred arguments as _, and facts as hypotheses', () => {
    const goal = 'x y : T\nh : p x\nk : y = x\n⊢ q x y';
    expect(fit('(a b : T) (ha : p a) (e : a = b) : q a b', goal).argumentTexts).toEqual(['_', '_', 'h', 'k.symm']);
    expect(fit('{a b : T} (ha : p a) : r b → q a b', goal).argumentTexts).toEqual(['h', null]);
  });

  it('binds a variable to one term', () => {
    expect(fit('(a : T) : q a a', 'x y : T\n⊢ q x y').full).toBe(0);
    expect(fit('(a : T) : q a a', 'x y : T\n⊢ q y y').full).toBeGreaterThan(0);
  });

  it('treats both spellings of a successor as equal', () => {
    expect(fit('(n : Nat) : n ≤ Nat.succ n', 'k : Nat\n⊢ k ≤ k + 1').full).toBeGreaterThan(0);
  });

  it('recognizes file variables by their short names', () => {
    expect(fit(': f a = a', 'n : Nat\n⊢ f n = n').full).toBeGreaterThan(0);
  });
});

describe('Lemma.isRule', () => {
  it.each([
    ['(a b : T) : f a b = f b a', true],
    ['(a : T) : f a = a', true],
    ['(a b c : T) : f (f a b) c = f a (f b c)', true],
    ['(a : T) : f a ↔ f (g a)', false],
    ['{a b : T} (h : g a = g b) : a = b', false],
    ['(a : T) : p a', true],
  ])('of %s is %s', (signature, isRule) => {
    expect(lemma('L', signature).isRule).toBe(isRule);
  });

  it('calls an equation between variables vague', () => {
    expect(isVague(lemma('L', '{a b : T} (h : g a = g b) : a = b'))).toBe(true);
    expect(isVague(lemma('L', '(a : T) : f a = a'))).toBe(false);
  });
});
