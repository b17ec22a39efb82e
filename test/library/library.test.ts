import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { documentOf, piece, refersTo } from './made-document.ts';

let library: Library;

beforeEach(() => {
  library = openLibrary(join(mkdtempSync(join(tmpdir(), 'lemmahead-library-')), 'library.sqlite'), { writable: true });
});
afterEach(() => library.close());

const shelf = (name = 'book', source = 'books') => ({
  source,
  name,
  path: `/books/${source}/${name}.tex`,
  readBy: 'test',
});
const ids = () => Object.fromEntries([...library.entries()].map(({ key, id }) => [key, id]));
const edges = () => {
  const names = new Map([...library.entries()].map(({ id, key }) => [id, key]));
  const all = library.database.prepare('SELECT * FROM edges').all() as {
    from_id: number;
    kind: string;
    to_id: number;
  }[];
  return all.map(({ from_id, kind, to_id }) => `${names.get(from_id)} ${kind} ${names.get(to_id)}`).toSorted();
};

describe('a document', () => {
  test('is there, whole', () => {
    const full = piece('one', {
      number: '1.2',
      title: 'The first',
      headings: ['Part', 'Section'],
      proof: 'Clear.',
      place: { file: 'chapters/a.tex', line: 7, page: null },
    });
    const added = library.addDocument(documentOf([full]), shelf());
    expect(added).toMatchObject({ change: 'added', added: 1, changed: 0, unchanged: 0, removed: 0 });
    const [entry] = library.entries();
    expect(entry!.key).toBe('book#one');
    expect(entry).toMatchObject({ source: 'books', documentId: added.id, body: full.body, proof: 'Clear.' });
    expect(entry).toMatchObject({ number: '1.2', headings: ['Part', 'Section'], place: full.place });
    expect(library.entry(entry!.id)).toEqual(entry);
    expect(library.entry(entry!.id + 1)).toBeNull();
  });

  test('added again is unchanged, and nothing is doubled', () => {
    const document = documentOf([piece('one'), piece('two', refersTo('one'))]);
    library.addDocument(document, shelf());
    const [before, edgesBefore] = [ids(), edges()];
    expect(library.addDocument(document, shelf())).toMatchObject({ change: 'unchanged', unchanged: 2 });
    expect(ids()).toEqual(before);
    expect(edges()).toEqual(edgesBefore);
    expect(edgesBefore).toEqual(['book#two follows book#one', 'book#two refers book#one']);
  });

  test('changed keeps the ids of what it keeps; what is gone gives its id to nobody', () => {
    library.addDocument(documentOf([piece('one'), piece('two')]), shelf());
    const before = ids();
    const next = documentOf([piece('three'), piece('one', { body: 'Other words.' })]);
    expect(library.addDocument(next, shelf())).toMatchObject({ change: 'changed', added: 1, changed: 1, removed: 1 });
    expect(ids()['book#one']).toBe(before['book#one']);
    expect(ids()['book#three']).toBeGreaterThan(before['book#two']!);
    expect(ids()).not.toHaveProperty('book#two');
    expect(edges()).toEqual(['book#one follows book#three']);
  });
});

describe('a reference', () => {
  const externals = [{ prefix: 'algebra-', document: 'algebra' }];

  test('leads into another document, whichever came first', () => {
    library.addDocument(documentOf([piece('here', refersTo('algebra-one'))], { externals }), shelf('geometry'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('one')]), shelf('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#one']);
  });

  test('is kept when what it names goes, and leads there again when that comes back', () => {
    library.addDocument(documentOf([piece('one')]), shelf('algebra'));
    library.addDocument(documentOf([piece('here', refersTo('algebra-one'))], { externals }), shelf('geometry'));
    library.addDocument(documentOf([piece('other')]), shelf('algebra'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('new', { labels: ['new', 'one'] })]), shelf('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#new']);
  });

  test('does not lead into another source, nor to one of two', () => {
    library.addDocument(documentOf([piece('here', refersTo('one'))]), shelf('geometry'));
    library.addDocument(documentOf([piece('one')]), shelf('algebra', 'others'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('one')]), shelf('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#one']);
    library.addDocument(documentOf([piece('one')]), shelf('topology'));
    expect(edges()).toEqual([]);
  });
});
