import { describe, expect, it } from 'vitest';
import { shownFalse } from '../../src/prove/attempt/false-goal.ts';
import { ACCEPTED, attempt, rejectedByLean } from './rejections.ts';

const OLD = "tactic 'decide' proved that the proposition\n  6 < 5\nis false";
const NEW = 'Tactic `decide` proved that the proposition\n  6 < 5\nis false';
const LEFT_FALSE = 'unsolved goals\n⊢ False';

describe('a goal that Lean shows false', () => {
  it.each([
    ['decide', OLD, '⊢ 6 < 5'],
    ['decide', "failed to reduce to 'true'\n  false", '⊢ 6 < 5'],
    [' decide\n', NEW, 'n : Nat\nb c : Bool\n⊢ 6 < 5'],
    ['plausible', 'Found a counter-example!\nn := 3', 'n : ℕ\n⊢ n < 3'],
    ['simp', LEFT_FALSE, '⊢ 6 < 5'],
    ['norm_num', 'unsolved goals\ncase h\n⊢ False', '⊢ 6 < 5'],
  ])('by %s', (tactic, text, goal) => {
    expect(shownFalse(attempt(tactic, rejectedByLean(text)), goal)).toMatch(/^The goal is false, .*\.$/);
  });

  it.each([
    ['a hypothesis could contradict itself', 'decide', OLD, 'h : 1 = 2\n⊢ 6 < 5'],
    ['a variable may have no values', 'decide', OLD, 'n : Fin 0\n⊢ 6 < 5'],
    ['a type may have none', 'decide', OLD, 'α : Type\nx : α\n⊢ 6 < 5'],
    ['a hypothesis over two lines', 'decide', OLD, 'h :\n  False\n⊢ 6 < 5'],
    ['other tactics came before', 'left\ndecide', OLD, '⊢ 6 < 5 ∨ True'],
    [
      'decide did not get to an answer',
      'decide',
      "tactic 'decide' failed for proposition\n  p\nsince its instance",
      '⊢ p',
    ],
    [
      'omega only guesses',
      'omega',
      'omega could not prove the goal:\na possible counterexample may satisfy',
      '⊢ a < b',
    ],
    ['decide got stuck', 'decide', "failed to reduce to 'true'\n  Decidable.decide p", '⊢ p'],
    ['lemmas were given to simp', 'simp [h]', LEFT_FALSE, '⊢ 6 < 5'],
    ['more is left than False', 'simp', 'unsolved goals\nn : Nat\n⊢ False', '⊢ 6 < 5'],
    ['there is another error', 'decide', 'type mismatch', '⊢ 6 < 5'],
  ])('not where %s', (_why, tactic, text, goal) => {
    expect(shownFalse(attempt(tactic, rejectedByLean(text)), goal)).toBeNull();
  });

  it('not what was accepted', () => {
    expect(shownFalse(attempt('decide', ACCEPTED), '⊢ 5 < 6')).toBeNull();
  });
});
