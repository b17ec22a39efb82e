import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordAnalyser } from '../../src/index/words/analyser.ts';
import { synonymsOf } from '../../src/search/synonyms.ts';
import { readKindIntent } from '../../src/search/text-intent.ts';
import { searchText } from '../../src/search/text.ts';
import { type FakeDeclaration, makeFakeIndex } from './fake-index.ts';

const DECLARATIONS: FakeDeclaration[] = [
  {
    name: 'Meadow',
    kind: 'class',
    signature: 'class Meadow (M : Type)',
    doc: 'A meadow is a ring with a total inverse.',
  },
  { name: 'Meadow.add_comm', signature: 'theorem Meadow.add_comm (a b : M) : a + b = b + a' },
  { name: 'Meadow.add_assoc', signature: 'theorem Meadow.add_assoc (a b c : M) : a + b + c = a + (b + c)' },
  { name: 'Meadow.dvd_trans', signature: 'theorem Meadow.dvd_trans (h : a ∣ b) (k : b ∣ c) : a ∣ c' },
  { name: 'Meadow.iSup_le', signature: 'theorem Meadow.iSup_le (h : ∀ i, f i ≤ a) : ⨆ i, f i ≤ a' },
  { name: 'Meadow.hidden', signature: 'theorem Meadow.hidden : a = a', isPrivate: true, doc: 'A shepherd grazes.' },
  { name: 'Meadow.shown', signature: 'theorem Meadow.shown : a = a', doc: 'A shepherd grazes.' },
  { name: 'Meadow.old', signature: 'theorem Meadow.old : a = a', isDeprecated: true, doc: 'A shepherd grazes.' },
  { name: 'Pasture', kind: 'def', signature: 'def Pasture : Type', doc: 'Grass for cattle.', uses: 0 },
  { name: 'Pasture.stands', signature: 'theorem Pasture.stands : True', doc: 'Grass for cattle.', uses: 0 },
  { name: 'padicFlock', kind: 'def', signature: 'def padicFlock : Type' },
];

const index = makeFakeIndex({ declarations: DECLARATIONS, analysers: [wordAnalyser(null)] });

function find(query: string, limit = 20): string[] {
  return searchText(index, query, { limit, explain: false, allow: null }).map(({ id }) => index.row(id)!.name);
}

describe('the text channel', () => {
  it.each([
    ['meadow', 'Meadow'],
    ['commutativity of addition', 'Meadow.add_comm'],
    ['divisibility is transitive', 'Meadow.dvd_trans'],
    ['$a \\mid b$ and $b \\mid c$ imply $a \\mid c$', 'Meadow.dvd_trans'],
    ['`⨆ i, f i ≤ a`', 'Meadow.iSup_le'],
    ['supremum at most', 'Meadow.iSup_le'],
    ['p-adic flocks', 'padicFlock'],
    ['rings with inverses', 'Meadow'],
  ])('answers %s with %s', (query, expected) => {
    expect(find(query)[0]).toBe(expected);
  });

  it('ranks private and deprecated declarations below equal ones', () => {
    expect(find('shepherd')).toEqual(['Meadow.shown', 'Meadow.hidden', 'Meadow.old']);
  });

  it('prefers the kind that the query names', () => {
    expect(find('definition of grass for cattle')[0]).toBe('Pasture');
    expect(find('theorem about grass for cattle')[0]).toBe('Pasture.stands');
  });

  it('applies the filter before it truncates', () => {
    const allow = (id: number): boolean => index.row(id)!.name === 'Meadow.old';
    expect(
      searchText(index, 'shepherd', { limit: 1, explain: false, allow }).map(({ id }) => index.row(id)!.name),
    ).toEqual(['Meadow.old']);
  });

  it('returns the requested number of rows, without duplicates, best first', () => {
    const found = searchText(index, 'meadow', { limit: 3, explain: false, allow: null });
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it('returns contributions that sum to the score', () => {
    for (const query of ['commutativity of addition', 'meadow', 'shepherd', '$a \\mid c$', 'definition of grass']) {
      for (const { score, contributions } of searchText(index, query, { limit: 20, explain: true, allow: null })) {
        expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
      }
    }
  });

  it('finds the same with and without an explanation', () => {
    const plain = searchText(index, 'add comm', { limit: 9, explain: false, allow: null });
    const explained = searchText(index, 'add comm', { limit: 9, explain: true, allow: null });
    expect(explained.map(({ id, score }) => [id, score])).toEqual(plain.map(({ id, score }) => [id, score]));
    expect(plain[0]!.contributions).toBeUndefined();
  });

  it('finds nothing for a query without known words', () => {
    for (const query of ['', '   ', 'the of', '*', '"', 'NEAR(', '$$', 'zzzzzz']) expect(find(query)).toEqual([]);
  });

  it('never throws, for any characters and any length', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'add meadow\\{}$"*()∣⨆^_-\n') }),
    );
    fc.assert(fc.property(anything, (query) => find(query).length <= 20));
    expect(find('meadow '.repeat(2000))[0]).toBe('Meadow');
    expect(find(`meadow ${'x'.repeat(10_000)}`)[0]).toBe('Meadow');
    expect(find('{'.repeat(10_000))).toEqual([]);
  });
});

describe('readKindIntent', () => {
  it.each([
    ['definition of a group', 'definition', 'a group'],
    ['the class of finite fields', 'class', 'finite fields'],
    ['theorem that primes are odd', 'theorem', 'primes are odd'],
    ['what is a sheaf', 'definition', 'sheaf'],
    ['every compact set is closed', 'statement', 'every compact set is closed'],
    ['the sum of two even numbers is even', 'statement', 'the sum of two even numbers is even'],
    ['a group all of whose orbits are dense', 'thing', 'a group all of whose orbits are dense'],
    ['a map that preserves sums', 'thing', 'a map that preserves sums'],
    ['$a \\le b$', 'any', '$a \\le b$'],
    ['fundamental theorem of calculus', 'law', 'fundamental theorem of calculus'],
    ['a * b', 'any', 'a * b'],
    ['the p-adic numbers', 'thing', 'the p-adic numbers'],
    ['group', 'any', 'group'],
    ['definition of ', 'any', 'definition of '],
  ])('reads %s', (query, intent, rest) => {
    expect(readKindIntent(query)).toEqual({ intent, rest });
  });
});

describe('synonyms', () => {
  it('are symmetric, and never include the word itself', () => {
    const [comm] = [...synonymsOf('comm')];
    expect(comm![0]).toBe('commut');
    expect([...synonymsOf('commut')].map(([word]) => word)).toContain('comm');
    expect([...synonymsOf('comm')].map(([word]) => word)).not.toContain('comm');
    expect([...synonymsOf('abelian')].map(([word]) => word)).toEqual(['comm']);
    expect([...synonymsOf('constructor')]).toEqual([]);
  });
});
