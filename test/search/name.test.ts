import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeNameAnalyser } from '../../src/index/name-parts.ts';
import { namesWithMostParts, searchNames } from '../../src/search/name.ts';
import { makeFakeIndex, type FakeDeclaration } from './fake-index.ts';

const DECLARATIONS: FakeDeclaration[] = [
  { name: 'Nat.add_comm', uses: 50 },
  { name: 'Int.add_comm', uses: 20 },
  { name: 'add_comm', uses: 90 },
  { name: 'Nat.add_comm_sub', uses: 1 },
  { name: 'Nat.add_assoc', uses: 40 },
  { name: 'Nat.mul_comm', uses: 40 },
  { name: 'IsOpen' },
  { name: 'isOpen_iff_mem_nhds', uses: 8 },
  { name: 'IsOpen.inter' },
  { name: 'ENNReal.toReal_add', uses: 3 },
  { name: "Finset.sum_comm'" },
  { name: 'Finset.sum_comm' },
  { name: 'mul_inv_cancel₀', uses: 30 },
  { name: 'Old.name', isDeprecated: true, replacement: 'New.name' },
  { name: 'Newer.name' },
  { name: 'Secret.name', isPrivate: true, uses: 100 },
  { name: 'CategoryTheory.Functor.map_comp', uses: 60 },
];

const index = makeFakeIndex({ declarations: DECLARATIONS, analysers: [makeNameAnalyser] });

function namesFor(query: string, limit = 10): string[] {
  const found = searchNames(index, query, { limit, explain: false, allow: null });
  return index.nameRows(found.map(({ id }) => id)).map(({ name }) => name);
}

describe('search by name', () => {
  it.each(DECLARATIONS.map(({ name }) => name))('puts the exact name first: %s', (name) => {
    expect(namesFor(name)[0]).toBe(name);
    expect(namesFor(`  @${name} `)[0]).toBe(name);
    expect(namesFor(`_root_.${name}`)[0]).toBe(name);
  });

  it('ignores case', () => {
    expect(namesFor('nat.ADD_comm')[0]).toBe('Nat.add_comm');
    expect(namesFor('isopen')[0]).toBe('IsOpen');
  });

  it('finds a name without its namespace, most used first', () => {
    expect(namesFor('add_comm').slice(0, 3)).toEqual(['add_comm', 'Nat.add_comm', 'Int.add_comm']);
    expect(namesFor('toReal_add')[0]).toBe('ENNReal.toReal_add');
    expect(namesFor('Functor.map_comp')[0]).toBe('CategoryTheory.Functor.map_comp');
  });

  it.each([
    ['comm_add.Nat', 'Nat.add_comm'],
    ['comm Nat add', 'Nat.add_comm'],
    ['add nat comm', 'Nat.add_comm'],
    ['nhds iff mem open is', 'isOpen_iff_mem_nhds'],
    ['map_comp category theory functor', 'CategoryTheory.Functor.map_comp'],
    ['mul_inv_cancel0', 'mul_inv_cancel₀'],
    ['real add enn to real', 'ENNReal.toReal_add'],
  ])('finds parts in any order: %s', (query, name) => {
    expect(namesFor(query)[0]).toBe(name);
  });

  it.each([
    ['Nat.add_com', 'Nat.add_comm'],
    ['isOpen_iff_m', 'isOpen_iff_mem_nhds'],
    ['Catego', 'CategoryTheory.Functor.map_comp'],
    ['toReal_a', 'ENNReal.toReal_add'],
  ])('finds an unfinished name: %s', (query, name) => {
    expect(namesFor(query)).toContain(name);
  });

  it('finds a suffix of a name, and a name with a wildcard', () => {
    expect(namesFor('_comm')).toEqual(expect.arrayContaining(['Nat.add_comm', 'Nat.mul_comm']));
    expect(namesFor('_comm')).not.toContain('Nat.add_assoc');
    expect(namesFor('Nat.*_comm').slice(0, 2).toSorted()).toEqual(['Nat.add_comm', 'Nat.mul_comm']);
  });

  it.each([
    ['letter deleted', 'Nat.mul_cmm', 'Nat.mul_comm'],
    ['letter inserted', 'Nat.mulk_comm', 'Nat.mul_comm'],
    ['letter changed', 'Nat.mul_conm', 'Nat.mul_comm'],
    ['letters swapped', 'Nat.mul_ocmm', 'Nat.mul_comm'],
    ['separator deleted', 'Nat.mulcomm', 'Nat.mul_comm'],
    ['separator inserted', 'Nat.m_ul_comm', 'Nat.mul_comm'],
    ['separator changed to a letter', 'Natxmul_comm', 'Nat.mul_comm'],
    ['letter changed to a separator', 'Nat.mul_c_mm', 'Nat.mul_comm'],
    ['separator swapped to the left', 'Nat.mu_lcomm', 'Nat.mul_comm'],
    ['separator swapped to the right', 'Nat.mulc_omm', 'Nat.mul_comm'],
    ['in a name without its namespace', 'toRael_add', 'ENNReal.toReal_add'],
    ['in the only part', 'IsOepn', 'IsOpen'],
    ['letter inserted after a prime', "Finset.sum_comm'x", "Finset.sum_comm'"],
  ])('tolerates one typo: %s', (_, query, name) => {
    expect(namesFor(query)[0]).toBe(name);
  });

  it('tolerates any single edit of a long name', () => {
    const name = 'CategoryTheory.Functor.map_comp';
    fc.assert(
      fc.property(
        fc.nat(name.length - 1),
        fc.constantFrom('lost', 'swapped', 'changed', 'inserted'),
        fc.constantFrom('x', 'q', '_'),
        (at, edit, letter) => {
          const after = name.slice(at + 1);
          const edited = {
            lost: name.slice(0, at) + after,
            swapped: name.slice(0, at) + after.slice(0, 1) + name[at]! + after.slice(1),
            changed: name.slice(0, at) + letter + after,
            inserted: name.slice(0, at) + letter + name.slice(at),
          }[edit];
          expect(namesFor(edited)[0]).toBe(name);
        },
      ),
    );
  });

  it('finds a right name in a wrong or mistyped namespace', () => {
    expect(namesFor('Foo.mul_inv_cancel₀')).toEqual(['mul_inv_cancel₀']);
    expect(namesFor('topological_space.is_open')).toEqual(['IsOpen']);
    expect(namesFor('Nta.add_comm')[0]).toBe('Nat.add_comm');
    expect(namesFor('Nta.add_comm')).toContain('Int.add_comm');
  });

  it('ranks private and deprecated names below others', () => {
    expect(namesFor('name')).toEqual(['Newer.name', 'Old.name', 'Secret.name']);
  });

  it('applies a filter before the cut', () => {
    const found = searchNames(index, 'comm', { limit: 1, explain: false, allow: (id) => id === 6 });
    expect(found.map(({ id }) => id)).toEqual([6]);
  });

  it('returns contributions that sum to the score', () => {
    for (const query of ['add_comm', 'Nat.mulcomm', 'comm add', 'name', 'isOpen_iff']) {
      for (const { score, contributions } of searchNames(index, query, { limit: 10, explain: true, allow: null })) {
        expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 9);
      }
    }
  });

  it('finds nothing for a query without letters, and never throws', () => {
    for (const query of ['', '   ', '...', '_', "''", '«»', '*', '"']) expect(namesFor(query)).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => void namesFor(query)));
  });

  it('namesWithMostParts returns similar names if no name has all parts', () => {
    expect(namesFor('Nat.add_comm_zebra_lion')).toEqual([]);
    const nearest = namesWithMostParts(index, 'Nat.add_comm_zebra_lion', 3).map(({ id }) => index.row(id)!.name);
    expect(nearest).toContain('Nat.add_comm');
  });
});
