import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneEditAway, withinOneEdit } from '../../src/search/one-edit.ts';

const LETTERS = ['a', 'b', 'c'];
const word = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 6 });

describe('one edit', () => {
  it('withinOneEdit and oneEditAway agree', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const near = a === b || new Set(oneEditAway(a, LETTERS)).has(b);
        expect(withinOneEdit(a, b)).toBe(near);
        expect(withinOneEdit(b, a)).toBe(near);
      }),
    );
  });

  it.each([
    ['add', 'dad', true],
    ['add', 'dda', false],
    ['comm', 'com', true],
    ['comm', 'co', false],
    ['abcd', 'badc', false],
  ])('%s and %s: %s', (a, b, near) => {
    expect(withinOneEdit(a, b)).toBe(near);
  });
});
