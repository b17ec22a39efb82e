/** Copies of a text, as in editions of a book, are folded into one hit, in all channels. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureLibrary } from '../../../src/bench/library-retrieval.ts';
import type { Library } from '../../../src/library/library.ts';
import { reportEntrySearch } from '../../../src/report/entry-search-report.ts';
import { renderEntrySearch } from '../../../src/report/entry-search-text.ts';
import { distinctTexts, foldCopies } from '../../../src/search/library/fold-copies.ts';
import {
  NO_FILTER,
  searchEntries,
  type EntrySearchOptions,
  type EntrySearchResult,
} from '../../../src/search/library/search-entries.ts';
import type { VectorSearch } from '../../../src/search/library/vector-channel.ts';
import type { Piece } from '../../../src/sources/document.ts';
import { piece } from '../../library/made-document.ts';
import { madeLibrary } from './made-library.ts';

const body = 'Every bounded sequence of real numbers has a convergent subsequence.';
const edition = (...headings: string[]): Piece[] => [
  piece('bw', { headings, body }),
  piece('mono', { headings, body: 'A bounded sequence that is monotone converges.' }),
];

let library: Library;
beforeEach(async () => {
  library = await madeLibrary({
    first: edition('Sequences'),
    second: edition('Limits', 'Sequences').map((each) => ({ ...each, labels: [`${each.key}:new`] })),
    slides: [piece('bw', { body, proof: 'By bisection.' })],
  });
});
afterEach(() => library.close());

const search = (options: Partial<EntrySearchOptions> = {}) =>
  searchEntries(library, 'bounded sequence', { limit: 5, filter: NO_FILTER, ...options });

/** One line per hit: its place and those of its copies, sorted. */
const placesOf = ({ hits }: EntrySearchResult): string[] =>
  hits
    .map(({ entry, copies }) => [entry, ...copies].map(({ source, key }) => `${source} ${key}`))
    .map((places) => places.toSorted().join(', '))
    .toSorted();

const BOTH = ['first book#bw, second book#bw', 'first book#mono, second book#mono', 'slides book#bw'];

/** An embedder and a store that find every entry, in reverse order. */
function findAll(): VectorSearch {
  const hashes = [...new Set(Array.from(library.entries(), ({ contentHash }) => contentHash))].toReversed();
  const near = hashes.map((contentHash, at) => ({ contentHash, similarity: 0.9 - at / 10 }));
  const model = { name: 'made', price: null, embed: () => Promise.resolve({ vectors: [[1]], snapshot: null }) };
  const store = {
    embedder: () => Promise.resolve({ name: 'made', snapshot: null, dimension: 1 }),
    nearest: (_vector: unknown, count: number) => Promise.resolve(near.slice(0, count)),
  };
  return { model, store, signal: new AbortController().signal } as unknown as VectorSearch;
}

test('a search by words treats entries that differ only in headings as copies, but not those with another proof', async () => {
  expect(placesOf(await search())).toEqual(BOTH);
});

test('a search by vectors folds copies like a search by words, and each text has one rank', async () => {
  const found = await search({ vectors: findAll() });
  expect(found.channels).toEqual(['words', 'vectors']);
  expect(placesOf(found)).toEqual(BOTH);
  const places = found.hits.flatMap(({ contributions }) =>
    contributions.flatMap(({ what }) => /^similarity .*rank (\d)/u.exec(what)?.[1] ?? []),
  );
  expect(places.toSorted()).toEqual(['1', '2', '3']);
});

test('the limit of a library search counts distinct texts, and a filter excludes copies', async () => {
  expect(new Set((await search({ limit: 3 })).hits.map(({ entry }) => entry.body + entry.proof)).size).toBe(3);
  const inFirst = await search({ filter: { ...NO_FILTER, sources: ['first'] } });
  expect(placesOf(inFirst)).toEqual(['first book#bw', 'first book#mono']);
});

test('the retrieval benchmark counts a gold entry that is a copy of another hit', async () => {
  const ask = (gold: string) =>
    measureLibrary(library, [{ query: 'bounded sequence', style: 'keywords', gold: [gold] }], { filter: NO_FILTER });
  expect((await ask('mono'))['answered@5']).toBe(1);
  expect((await ask('mono:new')).mrr).toBe((await ask('mono')).mrr);
});

test('the library search report shows the other places of a text', async () => {
  const report = reportEntrySearch(library, { query: 'x', result: await search(), explain: false });
  const hit = report.results.find(({ also_in }) => also_in.length > 0)!;
  const [other] = hit.also_in;
  expect(Object.keys(other!)).toEqual(['id', 'key', 'source', 'path', 'line', 'page']);
  expect(other!.path).toBe(`/books/${other!.source}/book.tex`);
  const text = renderEntrySearch(report, { color: false, width: 80 }, '/');
  expect(text).toContain(`also in ${other!.source} / ${other!.key}`);
});

test('the size of a pool of library hits counts distinct texts, not copies', () => {
  const textOf = (id: number): string => String(id % 3);
  const found = [1, 4, 7, 2, 5, 1, 3, 6].map((id) => ({ id }));
  expect(distinctTexts(found, 2, textOf).map(({ id }) => id)).toEqual([1, 4, 7, 2, 5, 1]);
  const { lists, copies } = foldCopies([found.slice(1, 4), found.slice(4)], textOf);
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
    [4, 2],
    [2, 4, 3],
  ]);
  expect([...copies]).toEqual([
    [4, [7, 1]],
    [2, [5]],
    [3, [6]],
  ]);
});
