import { describe, expect, it } from 'vitest';
import { falseGoalReason } from '../../src/prove/attempt/false-goal.ts';
import { ACCEPTED, attempt, rejectedByLean } from './rejections.ts';

const OLD = "tactic 'decide' proved that the proposition\n  6 < 5\nis false";
const NEW = 'Tactic `decide` proved that the proposition\n  6 < 5\nis false';
const LEFT_FALSE = 'unsolved goals\n⊢ False';

describe('falseGoalReason', () => {
  it.each([
    ['decide', OLD, '⊢ 6 < 5'],
    ['decide', "failed to reduce to 'true'\n  false", '⊢ 6 < 5'],
    [' decide\n', NEW, 'n : Nat\nb c : Bool\n⊢ 6 < 5'],
    ['plausible', 'Found a counter-example!\nn := 3', 'n : ℕ\n⊢ n < 3'],
    ['simp', LEFT_FALSE, '⊢ 6 < 5'],
    ['norm_num', 'unsolved goals\ncase h\n⊢ False', '⊢ 6 < 5'],
  ])('reports a false goal by %s', (tactic, text, goal) => {
    expect(falseGoalReason(attempt(tactic, rejectedByLean(text)), goal)).toMatch(/^The goal is false, .*\.$/);
  });

  it.each([
    ['a hypothesis may be contradictory', 'decide', OLD, 'h : 1 = 2\n⊢ 6 < 5'],
    ['the type of a variable may be empty', 'decide', OLD, 'n : Fin 0\n⊢ 6 < 5'],
    ['a type variable may be empty', 'decide', OLD, 'α : Type\nx : α\n⊢ 6 < 5'],
    ['a hypothesis spans two lines', 'decide', OLD, 'h :\n  False\n⊢ 6 < 5'],
    ['other tactics precede it', 'left\ndecide', OLD, '⊢ 6 < 5 ∨ True'],
    ['decide gave no answer', 'decide', "tactic 'decide' failed for proposition\n  p\nsince its instance", '⊢ p'],
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
  ])('returns null if %s', (_why, tactic, text, goal) => {
    expect(falseGoalReason(attempt(tactic, rejectedByLean(text)), goal)).toBeNull();
  });

  it('returns null for an accepted attempt', () => {
    expect(falseGoalReason(attempt('decide', ACCEPTED), '⊢ 5 < 6')).toBeNull();
  });
});
