import { describe, expect, it } from 'vitest';
import { foldVariants, withoutVariantMarks } from '../../src/search/fold.ts';
import type { Hit } from '../../src/search/types.ts';
import { makeFakeIndex, type FakeDeclaration } from './fake-index.ts';

function hitsOf(declarations: FakeDeclaration[]): Hit[] {
  const index = makeFakeIndex({ declarations, analysers: [] });
  return declarations.map((_, i) => ({ row: index.row(i + 1)!, score: 10 - i, contributions: [], variants: [] }));
}

describe('folding of variants', () => {
  it('folds primed, one-sided and additive variants into the first hit', () => {
    const folded = foldVariants(
      hitsOf([
        { name: 'mul_le_mul_left' },
        { name: "mul_le_mul_left'" },
        { name: 'dvd_mul' },
        { name: 'add_le_add_left', origin: 'to_additive', generatedFrom: 'mul_le_mul_left' },
        { name: 'mul_le_mul_right' },
      ]),
    );
    expect(folded.map(({ row, variants }) => [row.name, variants])).toEqual([
      ['mul_le_mul_left', ["mul_le_mul_left'", 'add_le_add_left', 'mul_le_mul_right']],
      ['dvd_mul', []],
    ]);
  });

  it('does not fold names that share only a suffix', () => {
    const names = ['Nat.le_of_lt', 'Int.le_of_lt', 'Or.left', 'Or.right', 'le_left_iff_foo', 'le_iff_foo_bar'];
    expect(foldVariants(hitsOf(names.map((name) => ({ name })))).map(({ row }) => row.name)).toEqual(names);
  });

  it.each([
    ["foo''", 'foo'],
    ['mul_left_cancel', 'mul_cancel'],
    ['A.foo_left', 'A.foo'],
    ['Or.left', 'Or.left'],
    ['leftInverse', 'leftInverse'],
    ['mul_inv_cancel₀', 'mul_inv_cancel₀'],
  ])('assigns %s to the family %s', (name, family) => {
    expect(withoutVariantMarks(name)).toBe(family);
  });
});
