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

function ask(query: string): Promise<SearchResult> {
  return searchLibrary(index, query, { as: null, limit: 20, filters: {}, explain: false, fold: null });
}

const names = ({ hits }: SearchResult): string[] => hits.map(({ row }) => row.name);

describe('a comment of Lean in a query', () => {
  it.each([
    ['_ * _ -- a product', '_ * _'],
    ['_ * /- here -/ _', '_ *            _'],
    ['"a -- b", _', '"a -- b", _'],
    ['-- all of it', ''],
    ['- -x', '- -x'],
    ['a --b', 'a --b'],
  ])('%s', (query, left) => {
    expect(withoutComments(query).trimEnd()).toBe(left);
    expect(withoutComments(query)).toHaveLength(query.length);
  });

  it('is no part of a pattern, a name or a goal, but of prose', async () => {
    expect(names(await ask('_ * _ = _ ^ _ -- squares'))).toEqual(names(await ask('_ * _ = _ ^ _')));
    expect((await ask('Garden.yield -- see above')).shape).toBe('name');
    expect((await ask('⊢ x * y = y * x -- how?')).shape).toBe('goal');
    expect((await ask('the yield -- of a garden')).shape).toBe('text');
  });
});

describe('an exclusion', () => {
  it('of a name that nothing has is an error that says so, never a search for its words', async () => {
    for (const query of ['Garden.yield, -weeed', 'Garden.yield -weeed', '-weeed, Garden.yield']) {
      const { detail } = (await ask(query).catch((error: unknown) => error)) as Failure;
      expect(detail, query).toMatchObject({ code: 'pattern-constant', exit: 'usage' });
      expect(detail.message).toContain("'weeed'");
    }
  });
});

describe("a library's own notation among words", () => {
  it('is read as what it stands for', async () => {
    const found = await ask('p ⋈ q');
    expect(found.shape).toBe('text');
    expect(names(found)).toContain('Garden.yield_join');
    expect(found.notices).toEqual([]);
    expect(names(await ask('what is ⟅p⟆ of a plot'))).toContain('Garden.pace_eq');
  });

  it('that holds in one file only is said to be notation, with the pattern that finds it', async () => {
    expect((await ask('p ⋈ q ⟗ p')).notices).toEqual([expect.stringContaining("search for the pattern '_ ⟗ _'")]);
    expect(names(await ask('_ ⋈ _')).length).toBeGreaterThan(0);
  });

  it('is said to be unknown where it is', async () => {
    expect((await ask('p ⟐ q')).notices).toEqual([expect.stringContaining('⟐')]);
  });

  it('is not spoken of where words have the symbol, or nothing is notation', async () => {
    for (const query of ['p ≤ q', 'the sum ∑ of plots', 'Gödel’s plots – all of them'])
      expect((await ask(query)).notices, query).toEqual([]);
  });
});
