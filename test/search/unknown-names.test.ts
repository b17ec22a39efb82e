/** Queries with a name that no declaration has: an error in a pattern, no hits for a name, with similar names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { searchLibrary, type SearchResult } from '../../src/search/search.ts';
import { similarDeclarations } from '../../src/search/similar-names.ts';
import { openAbacus } from './shape-fixture.ts';

let index: LibraryIndex;

beforeAll(async () => {
  index = await openAbacus();
});

afterAll(() => index.close());

const search = (query: string): Promise<SearchResult> =>
  searchLibrary(index, query, { as: null, limit: 10, filters: {}, explain: false, fold: null });

async function failureOf(query: string): Promise<Failure['detail']> {
  const result = await search(query).catch((error: unknown) => error);
  if (result instanceof Failure) return result.detail;
  throw new Error(`${query} did not fail`);
}

describe('an unknown constant in a pattern', () => {
  it.each([
    ['Foo.bar, _ + _', 'Foo.bar', 0],
    ['_ + _, Foo.bar', 'Foo.bar', 7],
    ['|- Foo.bar _', 'Foo.bar', 3],
    ['⊢ _ = Foo.bar _', 'Foo.bar', 6],
    ['Foo.bar _', 'Foo.bar', 0],
    ['List.map _ (Foo.bar _)', 'Foo.bar', 12],
    ['List.map, List.lenght', 'List.lenght', 10],
    ['List.map | List.lenght', 'List.lenght', 11],
    ['List.map, -List.lenght', 'List.lenght', 11],
    ['List.map, "length", Foo.bar', 'Foo.bar', 20],
    ['@Foo.bar _', 'Foo.bar', 1],
    ['_root_.Foo.bar _', 'Foo.bar', 0],
    ['«List».lenght _', 'List.lenght', 0],
    ['«a, (b».c, _ + _', 'a, (b.c', 0],
    ['IsMonotne, _ ≤ _', 'IsMonotne', 0],
    ['?l.lenght = _', 'lenght', 3],
    ['Nat.foo _ = _', 'Nat.foo', 0],
    ['x + _', 'x', 0],
    ['l.length = _', 'l.length', 0],
  ])('%s: the error points at %s', async (query, name, column) => {
    const detail = await failureOf(query);
    expect(detail).toMatchObject({ exit: 'usage', code: 'pattern-constant', message: `Unknown constant '${name}'.` });
    expect(detail.reason).toBe(`${query}\n${' '.repeat(column)}^`);
  });

  it('comes with similar names: of the namespace, of the same last component, or one typo away', async () => {
    const next = async (query: string) => (await failureOf(query)).next;
    expect(await next('List.lenght, _ = _')).toMatch(/^Similar names: List\.length[,.]/u);
    expect(await next('Lst.length_map, _ = _')).toMatch(/^Similar names: List\.length_map[,.]/u);
    expect(await next('Nat.reverse_append _ _')).toMatch(/^Similar names: List\.reverse_append[,.]/u);
    expect(await next('?a.lenght = _')).toContain('List.length');
    expect(await next('Foo.zebra, _ + _')).not.toContain('Similar names');
    expect(await next('x + _')).toBe('Write _ or ?x for any term.');
    expect(await next('l.length = _')).toBe('Write _ or ?l for any term.');
  });

  it('does not turn words into an error', async () => {
    for (const query of ['Lattice, compact', 'the sum of _ and zero', 'a map such as `List.mapp _`'])
      expect((await search(query)).shape, query).toBe('text');
  });
});

describe('an unknown name', () => {
  it('has no hits that lack a part of it', async () => {
    const { hits, nearest } = await search('List.length_mapp');
    expect(hits.map(({ row }) => row.name)).toEqual(['List.length_map']);
    expect(nearest).toEqual([]);
  });

  it('is not found if no name is similar', async () => {
    for (const query of ['List.zebra', 'Foo.zebra'])
      expect(await search(query), query).toMatchObject({ hits: [], nearest: [], shape: 'name' });
  });

  it('is not found, with similar names', async () => {
    const { hits, nearest } = await search('List.reverse_reverse_nil');
    expect(hits).toEqual([]);
    expect(nearest[0]).toBe('List.reverse_reverse');
  });
});

it('similar declarations are not deprecated', () => {
  const deprecated = index.all<{ name: string }>('SELECT name FROM decls WHERE is_deprecated = 1');
  expect(deprecated.length).toBeGreaterThan(0);
  for (const { name } of deprecated) expect(similarDeclarations(index, `${name}x`, 10)).not.toContain(name);
});
