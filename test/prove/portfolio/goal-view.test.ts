import { describe, expect, it } from 'vitest';
import { print } from '../../../src/lean/term/term.ts';
import { caseTag, viewGoal } from '../../../src/prove/portfolio/goal-view.ts';

describe('viewGoal', () => {
  it('separates hypotheses and target, and marks names that cannot be written', () => {
    const view = viewGoal('case succ\nn m✝ : Nat\nih : 0 + n = n\n⊢ 0 + Nat.succ n =\n    Nat.succ n');
    expect(view.hypotheses.map(({ name, isWritable }) => [name, isWritable])).toEqual([
      ['n', true],
      ['m✝', false],
      ['ih', true],
    ]);
    expect(view.target).toBe('0 + Nat.succ n = Nat.succ n');
    expect(print(view.tree)).toBe('(Eq (HAdd.hAdd 0 (Nat.succ n)) (Nat.succ n))');
    expect(view.text.startsWith('n m✝')).toBe(true);
  });

  it('reads a multi-line hypothesis and one with a value', () => {
    const view = viewGoal('h : a =\n  b\nk : Nat := 2\n⊢ p');
    expect(view.hypotheses.map(({ name, text }) => `${name}|${text}`)).toEqual(['h|a = b', 'k|Nat']);
  });

  it('reads a text without a turnstile as a target', () => {
    expect(viewGoal('1 = 1')).toMatchObject({ hypotheses: [], target: '1 = 1' });
  });
});

describe('caseTag', () => {
  it.each([
    ['case succ\n⊢ p', 'succ'],
    ['case mp.inl\nh : q\n⊢ p', 'mp.inl'],
    ['⊢ p', null],
  ])('%j', (goal, tag) => {
    expect(caseTag(goal)).toBe(tag);
  });
});
