import { expect, it } from 'vitest';
import {
  extIffStatement,
  reassocStatement,
  setNotationStatement,
} from '../../../src/lean/generate/related-statement.ts';

it.each([
  ['(f : X ⟶ Y) : f ≫ g = k', '(f : X ⟶ Y) {Z : _} (h : _ ⟶ Z) : f ≫ g ≫ h = k ≫ h'],
  [': (f ≫ g) ≫ k = 𝟙 X', ': _'],
  ['(h : P) : f + g = k', "(h : P) {Z : _} (h' : _ ⟶ Z) : (f + g) ≫ h' = k ≫ h'"],
  [': e ≪≫ e.symm = k', '{Z : _} (h : _ ≅ Z) : e ≪≫ e.symm ≪≫ h = k ≪≫ h'],
  ['{Z : C} : ∀ i, f i = g i', "{Z : C} {Z' : _} (h : _ ⟶ Z') : ∀ i, f i ≫ h = g i ≫ h"],
])('reassoc: %s', (source, target) => {
  expect(reassocStatement(source)).toBe(target === ': _' ? '{Z : _} (h : _ ⟶ Z) : f ≫ g ≫ k ≫ h = h' : target);
});

it.each([': a ↔ b', ': CommSq f g h k', 'no colon = here', ''])('reassoc gives no statement for %s', (source) =>
  expect(reassocStatement(source)).toBe(''),
);

it.each([
  ['{f g : A} (h : ∀ x, f x = g x) : f = g', '{f g : A} : f = g ↔ ∀ x, f x = g x'],
  [
    '(p q : A × B) (hl : p.1 = q.1) (hr : ∀ i, p i = q i) : p = q',
    '(p q : A × B) : p = q ↔ p.1 = q.1 ∧ (∀ i, p i = q i)',
  ],
  ['{s t : S} : (∀ x, x ∈ s ↔ x ∈ t) → s = t', '{s t : S} : s = t ↔ ∀ x, x ∈ s ↔ x ∈ t'],
  ['{f g : A} : f.toFun = g.toFun → f = g', '{f g : A} : f = g ↔ f.toFun = g.toFun'],
])('ext: %s', (source, target) => expect(extIffStatement(source)).toBe(target));

it.each(['{f g : A} : f = g', '(h : P) : f x = g x', ': a ↔ b', ''])('ext gives no statement for %s', (source) =>
  expect(extIffStatement(source)).toBe(''),
);

it('setNotationStatement translates order notation to set notation', () => {
  expect(setNotationStatement('(h : a ≤ b) : ¬ (b < a ⊓ c)')).toBe('(h : a ⊆ b) : ¬ (b ⊂ a ∩ c)');
});
