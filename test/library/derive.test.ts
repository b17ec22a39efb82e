/** Rows that builders derive: writing, rewriting, staleness, removal, and vectors in several spaces. */
import { join } from 'node:path';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { listDerivations } from '../../src/library/derive.ts';
import { derivedRowsOf } from '../../src/library/derived-rows.ts';
import { EmbeddedStore } from '../../src/library/embedded-store.ts';
import { entryCard } from '../../src/library/entry-card.ts';
import { idsByContent } from '../../src/library/filter-entries.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { remove } from '../../src/library/removal.ts';
import { readStats } from '../../src/library/stats.ts';
import { refreshWords } from '../../src/library/word-rows.ts';
import { entryReader } from '../../src/search/library/entry-words.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { concept, keyed, unit } from './derived-unit.ts';
import { documentOf, piece, refersTo } from './made-document.ts';

let library: Library;
/** By key. */
let ids: () => Record<string, number>;

const location = { source: 'books', name: 'book', path: '/books/book.tex', readBy: 'test' };
const NOTHING = { sources: [], documents: [], entries: [], derivations: [] };
const count = (table: string): unknown => library.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
const staleUnits = () =>
  listDerivations(library.database)
    .filter(({ isStale }) => isStale)
    .map((each) => each.unit);

beforeEach(() => {
  library = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
  library.addDocument(documentOf([piece('one'), piece('two', refersTo('one'))]), location);
  ids = () => Object.fromEntries([...library.entries()].map(({ key, id }) => [key, id]));
});
afterEach(() => library.close());

/** A concept made from the first piece, with one row of each kind. */
function chain(changes = {}) {
  const first = library.entry(ids()['book#one']!)!;
  return unit('chain', {
    inputs: [{ entry: first.id, contentHash: first.contentHash }],
    entries: [{ entry: concept('chain'), labels: ['linear order'], payload: { snakeCase: [1, null] } }],
    edges: [{ from: keyed('chain'), kind: 'defined-by', to: first.id, payload: { weight: 0.5 }, evidence: ['line 1'] }],
    declarations: [
      {
        entry: keyed('chain'),
        kind: 'formalises',
        package: 'Mathlib',
        name: 'IsChain',
        statementHash: 'abc',
        payload: null,
        evidence: { rule: 'name' },
      },
    ],
    texts: [{ entry: keyed('chain'), space: 'titles', part: 0, textHash: 'Chain' }],
    ...changes,
  });
}

describe('a derivation', () => {
  test('adds entries without a document, edges, links and texts', () => {
    expect(library.derive([chain()])).toEqual([{ added: 1, changed: 0, unchanged: 0, removed: 0 }]);
    const { chain: id, 'book#one': first } = ids();
    expect(library.entry(id!)).toMatchObject({ source: 'concepts', documentId: null, kind: 'concept', place: null });
    const row = library.database.prepare('SELECT payload FROM entries WHERE id = ?').pluck().get(id);
    expect(JSON.parse(row as string)).toEqual({ snakeCase: [1, null] });
    expect(derivedRowsOf(library.database, 'edges', first!)).toEqual([
      { from: id, kind: 'defined-by', to: first, derivation: 1, payload: { weight: 0.5 }, evidence: ['line 1'] },
    ]);
    expect(derivedRowsOf(library.database, 'declarations', id!)).toMatchObject([
      { entry: id, package: 'Mathlib', name: 'IsChain', statementHash: 'abc', evidence: { rule: 'name' } },
    ]);
    expect(derivedRowsOf(library.database, 'texts', id!)).toMatchObject([
      { space: 'titles', part: 0, textHash: 'Chain' },
    ]);
    const card = entryCard(library, library.entry(id!)!);
    expect(card.labels).toEqual(['linear order']);
    expect(card.edges).toMatchObject([{ kind: 'defined-by', from: { key: 'chain' }, to: { key: 'book#one' } }]);
    expect(library.edges(first!)).toHaveLength(3);
  });

  test('that is written again replaces its rows, and its entries keep their ids', () => {
    library.derive([chain(), unit('other', { entries: [{ entry: concept('other'), labels: [], payload: 1 }] })]);
    const before = ids();
    const entries = [
      { entry: concept('new'), labels: [], payload: null },
      { entry: concept('chain', { body: 'Otherwise.' }), labels: [], payload: null },
    ];
    const again = library.derive([chain({ entries, edges: [], texts: [] })]);
    expect(again).toEqual([{ added: 1, changed: 1, unchanged: 0, removed: 0 }]);
    expect(ids()).toMatchObject({ chain: before['chain'], other: before['other'] });
    expect([count('derived_edges'), count('entry_texts'), count('declaration_links')]).toEqual([0, 0, 1]);
    expect(entryCard(library, library.entry(before['chain']!)!).labels).toEqual([]);
    expect(library.derive([chain({ entries: [], edges: [], texts: [], declarations: [] })])).toMatchObject([
      { removed: 2 },
    ]);
    expect(Object.keys(ids()).toSorted()).toEqual(['book#one', 'book#two', 'other']);
  });

  test('may refer to entries of a later unit; a failure writes nothing at all', () => {
    const edge = { from: keyed('a'), kind: 'uses', to: keyed('b'), payload: null, evidence: null };
    const a = unit('a', { entries: [{ entry: concept('a'), labels: [], payload: null }], edges: [edge] });
    const b = unit('b', { entries: [{ entry: concept('b'), labels: [], payload: null }] });
    expect(() => library.derive([a])).toThrow('no entry b in concepts');
    expect([count('derivations'), count('entries')]).toEqual([0, 2]);
    library.derive([a, b]);
    expect(count('derived_edges')).toBe(1);
  });

  test('cannot take the key of another entry, nor one that a document may have', () => {
    library.derive([chain()]);
    const entries = [{ entry: concept('chain'), labels: [], payload: null }];
    expect(() => library.derive([unit('second', { entries })])).toThrow('another entry has that key');
    expect(() => library.derive([unit('third', { entries: [{ ...entries[0]!, entry: concept('a#b') }] })])).toThrow(
      '#',
    );
    expect(count('derivations')).toBe(1);
  });

  test('shares an edge with another maker, and both are stored', () => {
    const edges = [{ from: ids()['book#two']!, kind: 'uses', to: ids()['book#one']!, payload: 1, evidence: null }];
    library.derive([unit('x', { edges }), unit('x', { edges }, { maker: 'human' })]);
    expect(count('derived_edges')).toBe(2);
    expect(library.edges(ids()['book#two']!).filter(({ kind }) => kind === 'uses')).toHaveLength(1);
    expect(listDerivations(library.database, 'human')).toMatchObject([{ maker: 'human', unit: 'x', isStale: false }]);
  });

  test('has labels that documents of its source refer to', () => {
    library.addDocument(documentOf([piece('here', refersTo('linear order'))]), {
      ...location,
      source: 'concepts',
      path: '/other.tex',
    });
    library.derive([chain()]);
    const edges = () => library.edges(ids()['chain']!).map(({ kind }) => kind);
    expect(edges()).toEqual(['defined-by', 'refers']);
    library.derive([chain({ entries: [{ entry: concept('chain'), labels: [], payload: null }] })]);
    expect(edges()).toEqual(['defined-by']);
  });
});

describe('stale derivations', () => {
  beforeEach(() => void library.derive([chain(), unit('free')]));

  test('do not exist at first, nor after a change of another entry', () => {
    expect(staleUnits()).toEqual([]);
    library.addDocument(documentOf([piece('one'), piece('two', { body: 'New.' })]), location);
    expect(staleUnits()).toEqual([]);
  });

  test('are those with a changed input, until they are made again', () => {
    library.addDocument(documentOf([piece('one', { body: 'New.' }), piece('two')]), location);
    expect(staleUnits()).toEqual(['chain']);
    expect(readStats(library).derivations).toEqual([{ maker: 'test', version: '1', units: 2, stale: 1 }]);
    library.derive([chain()]);
    expect(staleUnits()).toEqual([]);
  });

  test('are those with a removed input, whose edges are gone', () => {
    library.addDocument(documentOf([piece('two')]), location);
    expect(staleUnits()).toEqual(['chain']);
    expect(count('derived_edges')).toBe(0);
    expect(ids()).toHaveProperty('chain');
  });

  test('are those of which an entry was removed', () => {
    remove(library.database, { ...NOTHING, entries: [ids()['chain']!] });
    expect(staleUnits()).toEqual(['chain']);
  });
});

describe('removal', () => {
  beforeEach(async () => {
    library.derive([chain(), unit('free')]);
    await refreshWords(library.database, entryReader());
  });

  test('of a derivation removes its rows, their words and labels, and nothing else', () => {
    expect(count('entry_words')).toBe(3);
    remove(library.database, { ...NOTHING, derivations: [1] });
    const tables = ['derivation_inputs', 'derived_edges', 'declaration_links', 'entry_texts'];
    expect(tables.map(count)).toEqual([0, 0, 0, 0]);
    expect([count('entries'), count('entry_words'), count('derivations')]).toEqual([2, 2, 1]);
    expect(library.database.pragma('foreign_key_check')).toEqual([]);
  });

  test('of its source removes it; a source with derivations alone stays', () => {
    const source = (name: string) =>
      library.database.prepare('SELECT id FROM sources WHERE name = ?').pluck().get(name) as number;
    remove(library.database, { ...NOTHING, derivations: [1] });
    expect(source('concepts')).toBeDefined();
    remove(library.database, { ...NOTHING, sources: [source('concepts')] });
    expect([source('concepts'), count('derivations')]).toEqual([undefined, 0]);
  });
});

describe('vector spaces', () => {
  const EMBEDDER = { name: 'local/x', snapshot: 'x-1', dimension: 2 };

  test('hold vectors of different embedders, several per entry, and are searched and cleared apart', async () => {
    const texts = [0, 1].map((part) => ({ entry: keyed('chain'), space: 'titles', part, textHash: `text ${part}` }));
    library.derive([chain({ texts })]);
    const contents = new EmbeddedStore(library.database, 'library');
    const titles = new EmbeddedStore(library.database, 'library', 'titles');
    const first = library.entry(ids()['book#one']!)!;
    await contents.put(EMBEDDER, [{ contentHash: first.contentHash, vector: Float32Array.of(1, 0) }]);
    await titles.put({ ...EMBEDDER, name: 'local/y', dimension: 3 }, [
      { contentHash: 'text 0', vector: Float32Array.of(1, 0, 0) },
      { contentHash: 'text 1', vector: Float32Array.of(0, 1, 0) },
    ]);
    expect([await contents.count(), await titles.count()]).toEqual([1, 2]);
    const near = await titles.nearest(Float32Array.of(0, 2, 1), 5);
    expect(near.map(({ contentHash }) => contentHash)).toEqual(['text 1', 'text 0']);
    expect([...(await contents.storedHashes(['text 0', first.contentHash]))]).toEqual([first.contentHash]);
    const hashes = ['text 0', 'text 1', first.contentHash];
    expect([...idsByContent(library.database, hashes, 'titles').values()]).toEqual([
      [ids()['chain']],
      [ids()['chain']],
    ]);
    expect([...idsByContent(library.database, hashes).values()]).toEqual([[first.id]]);
    expect(readStats(library).embedders).toMatchObject([
      { space: 'default', name: 'local/x', entries: 1 },
      { space: 'titles', name: 'local/y', entries: 1 },
    ]);
    remove(library.database, { ...NOTHING, entries: [ids()['book#two']!] });
    expect([await contents.count(), await titles.count()]).toEqual([1, 2]);
    await titles.clear();
    expect([await contents.count(), await titles.count(), count('vector_codes')]).toEqual([1, 0, 1]);
  });
});
