import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  directedStatement,
  isInferred,
  shortStatement,
  statementText,
  wholeStatement,
} from '../../src/lean/whole-statement.ts';

describe('wholeStatement', () => {
  it.each<[string, string, string[], string]>([
    ['no variables', '(a : Nat) : a = a', [], '(a : Nat) : a = a'],
    ['variables only', ': s ⊆ t', ['{α : Type*}', '{s t : Finset α}'], '{α : Type*} {s t : Finset α} : s ⊆ t'],
    ['both', '(x : M) : f x = x', ['[Monoid M]', '(f : M → M)'], '[Monoid M] (f : M → M) (x : M) : f x = x'],
    ['a bare name', 'n (m : Nat) : n = m', [], 'n (m : Nat) : n = m'],
    ['a structure with parents', '(G : Type u) extends Monoid G', [], '(G : Type u) extends Monoid G'],
    ['an alias', ':= h.mp', [], ':= h.mp'],
    ['a definition without a type', '(x : ℝ)', [], '(x : ℝ)'],
    ['a default value', '(n : Nat := 0) : Nat', [], '(n : Nat := 0) : Nat'],
  ])('joins %s', (_what, signature, variables, expected) => {
    expect(statementText(wholeStatement(signature, variables))).toBe(expected);
  });

  it('gives the names, type, kind and origin of each binder', () => {
    const { binders, type } = wholeStatement('⦃x y : α⦄ (h : x ∈ s ∧ (y : α) = x) : p x', [
      '{α}',
      '[inst : Foo α]',
      '[Bar]',
      '[∀ x : α, Baz x]',
    ]);
    expect(binders.map(({ names, type: of, kind, isFromScope }) => [names.join(' '), of, kind, isFromScope])).toEqual([
      ['α', null, 'implicit', true],
      ['inst', 'Foo α', 'instance', true],
      ['', 'Bar', 'instance', true],
      ['', '∀ x : α, Baz x', 'instance', true],
      ['x y', 'α', 'strict_implicit', false],
      ['h', 'x ∈ s ∧ (y : α) = x', 'explicit', false],
    ]);
    expect(type).toBe('p x');
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (signature, variables) => {
        const statement = wholeStatement(signature, variables);
        expect(statementText(statement)).toBe(statementText(statement).trim());
      }),
    );
  });
});

it('isInferred tells types and instances from hypotheses', () => {
  const { binders } = wholeStatement('{α : Type*} {β : α → Type u} {h : a = b} [Foo α] (c) (γ : Type) {δ} : p', []);
  expect(binders.filter((binder) => isInferred(binder)).map(({ text }) => text)).toEqual([
    '{α : Type*}',
    '[Foo α]',
    '{δ}',
  ]);
});

it('shortStatement keeps hypotheses if space is short', () => {
  const statement = wholeStatement('{α : Type*} [Foo α] (h : a = b) : b = a', []);
  expect(shortStatement(statement, 100)).toBe('{α : Type*} [Foo α] (h : a = b) : b = a');
  expect(shortStatement(statement, 30)).toBe('(h : a = b) : b = a');
});

describe('directedStatement', () => {
  it.each<[string, 'mp' | 'mpr', string]>([
    ['(a b : Nat) : a = b ↔ b = a', 'mp', '(a b : Nat) : a = b → b = a'],
    ['(a b : Nat) : a = b ↔ b = a', 'mpr', '(a b : Nat) : b = a → a = b'],
    [': ∀ x, p x ↔ q x', 'mp', ': ∀ x, p x → q x'],
    [': r → (p ↔ q) ↔ s', 'mpr', ': r → s → (p ↔ q)'],
    [': (∀ x, p x) ↔ q', 'mp', ': (∀ x, p x) → q'],
    [': (a → b) ↔ c', 'mp', ': (a → b) → c'],
    [': a = b', 'mp', ': a = b'],
  ])('%s, %s', (signature, direction, expected) => {
    expect(statementText(directedStatement(wholeStatement(signature, []), direction))).toBe(expected);
  });
});
