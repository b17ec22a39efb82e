import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaced, replacementsOf } from '../../../src/search/templates/slot-names.ts';

const parts = (name: string): string[] => name.split('_');

test.each([
  ['sup_cons', 'sup_insert', 'fold_cons', 'fold_insert'],
  ['map_add', 'map_mul', 'add_comm', 'mul_comm'],
  ['add_left_inj', 'add_inj', 'left_foo', 'foo'],
  ['foo', 'foo', 'foo', 'foo'],
  ['cons_sum', 'insert_sum', 'consistent_cons', 'consistent_insert'],
])('from %s to %s: %s → %s', (from, to, lemma, expected) => {
  expect(replaced(lemma, replacementsOf(parts(from), parts(to)))).toBe(expected);
});

test('replacements change one name into the other where nothing repeats', () => {
  const name = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(name, name, (from, to) => {
      const common = from.filter((part) => to.includes(part));
      // One run at each place: what both have is in the same order, and nothing is only inserted.
      fc.pre(common.join() === to.filter((part) => from.includes(part)).join());
      const replacements = replacementsOf(from, to);
      for (const [old] of replacements) expect(`_${from.join('_')}_`).toContain(`_${old}_`);
      for (const part of common) expect(replaced(part, replacements)).toBe(part);
    }),
  );
});
