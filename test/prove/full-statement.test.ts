import { describe, expect, it } from 'vitest';
import { fullStatement } from '../../src/prove/retrieval/full-statement.ts';

describe('a statement with the variables around it', () => {
  it.each<[string, string, string[], string]>([
    ['none', '(a : Nat) : a = a', [], '(a : Nat) : a = a'],
    [
      'those that it mentions, and those that they mention',
      ': s ⊆ t → #s ≤ #t',
      ['{α β R : Type*}', '{s t u : Finset α}'],
      '{α : Type*} {s t : Finset α} : s ⊆ t → #s ≤ #t',
    ],
    [
      'arguments that must be given',
      '(x y : M) : f (x + y) = f x + f y',
      ['(R : Type*)', '{M N : Type*}', '[Module R M]', '(f g : M → N)'],
      '{M N : Type*} (f : M → N) (x y : M) : f (x + y) = f x + f y',
    ],
    ['a field of one of them', ': s.card = 0', ['{s : Finset Nat}'], '{s : Finset Nat} : s.card = 0'],
    ['none that it binds itself', '{ι : Type} (i : ι) : i = i', ['{ι : Type w}'], '{ι : Type} (i : ι) : i = i'],
    [
      'the latest of one name',
      ': s.card ≤ t.card',
      ['{s t : Finset α}', '{t : Finset β}'],
      '{s : Finset α} {t : Finset β} : s.card ≤ t.card',
    ],
    ['none before an alias', ':= h.mp', ['(h : a ↔ b)'], ':= h.mp'],
    ['none without a type', ': a = a', ['(a)'], ': a = a'],
  ])('%s', (_what, type, variables, expected) => {
    expect(fullStatement(type, variables)).toBe(expected);
  });
});
