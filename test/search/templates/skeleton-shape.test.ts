import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf } from '../../../src/search/templates/skeleton-shape.ts';

test.each([
  ['rw [ L , H.symm ] ; exact L H', 'rw [*] ; exact L A'],
  ['exact L.mpr fun H => by simp [ L ]', 'exact L.mpr fun H => by simp [*]'],
  ['rfl', 'rfl'],
  ['exact L H H', 'exact L A'],
  ['exact H', 'exact H'],
  ['simp at H H', 'simp at A'],
  ['exact ( L H ).L', 'exact A.L'],
  ['exact L ( L H ) ⟨ H , ( L ) ⟩ _', 'exact L A'],
  ['exact ⟨ L , fun H => ( L H ) ⟩', 'exact ⟨*⟩'],
  ['exact H.L H', 'exact H.L A'],
])('%s → %s', (skeleton, shape) => expect(shapeOf(skeleton)).toBe(shape));

test('the shape does not depend on the length of lists and arguments, and a shape is its own shape', () => {
  const item = fc.constantFrom('L', 'H', 'H.symm', '_');
  const items = fc.array(item, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(items, items, items, (list, args, other) => {
      const skeleton = (one: string[], more: string[]): string =>
        `rw [ ${one.join(' , ')} ] ; exact L ${more.join(' ')}`;
      expect(shapeOf(skeleton(list, args))).toBe(shapeOf(skeleton(other, ['H', 'H'])));
      expect(shapeOf(shapeOf(skeleton(list, args)))).toBe(shapeOf(skeleton(list, args)));
    }),
  );
});

test('text with brackets that do not match has a shape that is not longer', () => {
  const word = fc.constantFrom('(', ')', '[', ']', '⟨', '⟩', ').L', 'L', 'H', ';', 'rw');
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(shapeOf(words.join(' ')).split(' ').length).toBeLessThanOrEqual(Math.max(1, words.length));
    }),
  );
});
