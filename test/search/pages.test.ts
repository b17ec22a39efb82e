import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { searchLibrary, type SearchResult } from '../../src/search/search.ts';
import { openAbacus } from './shape-fixture.ts';

const NAME = 'add';

let index: LibraryIndex;
beforeAll(async () => void (index = await openAbacus()));
afterAll(() => index.close());

function search(query: string, limit: number, offset = 0): Promise<SearchResult> {
  const more = { as: query === NAME ? ('name' as const) : null, filters: {}, explain: false, fold: null };
  return searchLibrary(index, query, { ...more, limit, offset });
}

const names = ({ hits }: SearchResult): string[] => hits.map(({ row }) => row.name);

it.each([
  ['a name', NAME],
  ['a pattern', '_ + _'],
  ['words', 'the sum of natural numbers'],
])('pages of %s together have each hit once, in order', async (_what, query) => {
  const all = await search(query, 7);
  expect(all.hits.length).toBeGreaterThan(4);
  const pages = await Promise.all([0, 2, 4, 6].map((offset) => search(query, 2, offset)));
  expect(pages.flatMap(names).slice(0, 7)).toEqual(names(all));
  expect(pages.slice(0, 2).map(({ nextOffset }) => nextOffset)).toEqual([2, 4]);
});

it.each([
  ['a name', NAME],
  ['a pattern', '_ + _'],
])('the total of %s is the number of hits, and the last page has no next one', async (_what, query) => {
  const all = await search(query, 1000);
  const count = all.hits.length;
  expect(all).toMatchObject({ nextOffset: null, total: { count, bound: 'exact' } });
  expect(names(await search(query, 5, count - 1))).toEqual(names(all).slice(-1));
  expect(await search(query, 5, count)).toMatchObject({
    hits: [],
    notices: [expect.stringMatching(/^There are only \d+ hits?, fewer than --offset/u)],
  });
});

it('words have no total, because they rank all declarations', async () => {
  expect(await search('the sum of natural numbers', 1)).toMatchObject({ total: null, nextOffset: 1 });
});
