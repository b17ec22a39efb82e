import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { withoutComments } from '../../src/search/comments.ts';
import { searchLibrary, type SearchResult } from '../../src/search/search.ts';
import { openGarden } from './shape-fixture.ts';

let index: LibraryIndex;

beforeAll(async () => {
  index = await openGarden();
});

afterAll(() => index.close());

function search(query: string): Promise<SearchResult> {
  return searchLibrary(index, query, { as: null, limit: 20, filters: {}, explain: false, fold: null });
}

const names = ({ hits }: SearchResult): string[] => hits.map(({ row }) => row.name);

describe('a Lean comment in a query', () => {
  it.each([
    ['_ * _ -- a product', '_ * _'],
    ['_ * /- here -/ _', '_ *            _'],
    ['"a -- b", _', '"a -- b", _'],
    ['-- all of it', ''],
    ['- -x', '- -x'],
    ['a --b', 'a --b'],
  ])('is blanked out: %s', (query, left) => {
    expect(withoutComments(query).trimEnd()).toBe(left);
    expect(withoutComments(query)).toHaveLength(query.length);
  });

  it('is ignored in a pattern, a name or a goal, but kept in prose', async () => {
    expect(names(await search('_ * _ = _ ^ _ -- squares'))).toEqual(names(await search('_ * _ = _ ^ _')));
    expect((await search('Garden.yield -- see above')).shape).toBe('name');
    expect((await search('⊢ x * y = y * x -- how?')).shape).toBe('goal');
    expect((await search('the yield -- of a garden')).shape).toBe('text');
  });
});

describe('an exclusion in a query', () => {
  it('of an unknown name is an error that names it, not a search for its words', async () => {
    for (const query of ['Garden.yield, -weeed', 'Garden.yield -weeed', '-weeed, Garden.yield']) {
      const { detail } = (await search(query).catch((error: unknown) => error)) as Failure;
      expect(detail, query).toMatchObject({ code: 'pattern-constant', exit: 'usage' });
      expect(detail.message).toContain("'weeed'");
    }
  });
});

describe("a library's own notation among words", () => {
  it('is searched by its meaning', async () => {
    const found = await search('p ⋈ q');
    expect(found.shape).toBe('text');
    expect(names(found)).toContain('Garden.yield_join');
    expect(found.notices).toEqual([]);
    expect(names(await search('what is ⟅p⟆ of a plot'))).toContain('Garden.pace_eq');
  });

  it('that is local to one file gives a notice with the pattern that finds it', async () => {
    expect((await search('p ⋈ q ⟗ p')).notices).toEqual([expect.stringContaining("search for the pattern '_ ⟗ _'")]);
    expect(names(await search('_ ⋈ _')).length).toBeGreaterThan(0);
  });

  it('gives a notice if a symbol is unknown', async () => {
    expect((await search('p ⟐ q')).notices).toEqual([expect.stringContaining('⟐')]);
  });

  it('gives no notice for symbols known as words, or without notation', async () => {
    for (const query of ['p ≤ q', 'the sum ∑ of plots', 'Gödel’s plots – all of them'])
      expect((await search(query)).notices, query).toEqual([]);
  });
});
