import { describe, expect, it } from 'vitest';
import { fullStatement } from '../../src/prove/retrieval/full-statement.ts';

describe('fullStatement', () => {
  it.each<[string, string, string[], string]>([
    ['no variables', '(a : Nat) : a = a', [], '(a : Nat) : a = a'],
    [
      'mentioned variables and those that they mention',
      ': s ⊆ t → #s ≤ #t',
      ['{α β R : Type*}', '{s t u : Finset α}'],
      '{α : Type*} {s t : Finset α} : s ⊆ t → #s ≤ #t',
    ],
    [
      'explicit arguments',
      '(x y : M) : f (x + y) = f x + f y',
      ['(R : Type*)', '{M N : Type*}', '[Module R M]', '(f g : M → N)'],
      '{M N : Type*} (f : M → N) (x y : M) : f (x + y) = f x + f y',
    ],
    ['a variable mentioned by its field', ': s.card = 0', ['{s : Finset Nat}'], '{s : Finset Nat} : s.card = 0'],
    ['no variables that it binds itself', '{ι : Type} (i : ι) : i = i', ['{ι : Type w}'], '{ι : Type} (i : ι) : i = i'],
    [
      'the last variable of a name',
      ': s.card ≤ t.card',
      ['{s t : Finset α}', '{t : Finset β}'],
      '{s : Finset α} {t : Finset β} : s.card ≤ t.card',
    ],
    ['no variables before an alias', ':= h.mp', ['(h : a ↔ b)'], ':= h.mp'],
    ['no variables without a type', ': a = a', ['(a)'], ': a = a'],
  ])('adds %s', (_what, type, variables, expected) => {
    expect(fullStatement(type, variables)).toBe(expected);
  });
});
