import { expect, test } from 'vitest';
import { instantiations } from '../../../src/prove/templates/instantiate.ts';

const choices = new Map([
  ['add_comm', ['mul_comm', 'add_comm']],
  ['foo.bar', ['My.bar']],
  ['zero', ['Nat.zero']],
]);
const locals = new Map([['h', 'k']]);

test('fills slots and renames local names, the likeliest first', () => {
  expect(instantiations({ text: 'foo.bar (add_comm a h.symm)', column: 0 }, { locals, choices })).toEqual([
    'exact My.bar (mul_comm a k.symm)',
    'exact My.bar (mul_comm a h.symm)',
    'exact My.bar (add_comm a k.symm)',
    'exact My.bar (add_comm a h.symm)',
  ]);
});

test('leaves fields, constructors of alternatives, and unknown names as they are', () => {
  const text = 'by\n    cases h with\n    | zero => exact (other h).add_comm\n    | succ n =>\n      exact zero';
  expect(instantiations({ text, column: 4 }, { locals, choices })[0]).toBe(
    'cases k with\n| zero => exact (other k).add_comm\n| succ n =>\n  exact Nat.zero',
  );
});

test.each([
  ['by simp [add_comm]', 3, 'simp [mul_comm]'],
  ['by rw [a,\n      b]; simp', 3, 'rw [a,\n   b]; simp'],
  ['foo\n    h', 0, 'exact foo k'],
  ['rfl', 0, 'rfl'],
])('%j', (text, column, expected) => {
  expect(instantiations({ text, column }, { locals, choices })[0]).toBe(expected);
});
