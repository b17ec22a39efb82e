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

const location = (name = 'book', source = 'books') => ({
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

describe('a document in the library', () => {
  test('is stored completely', () => {
    const full = piece('one', {
      number: '1.2',
      title: 'The first',
      headings: ['Part', 'Section'],
      proof: 'Clear.',
      place: { file: 'chapters/a.tex', line: 7, page: null },
    });
    const added = library.addDocument(documentOf([full]), location());
    expect(added).toMatchObject({ change: 'added', added: 1, changed: 0, unchanged: 0, removed: 0 });
    const [entry] = library.entries();
    expect(entry!.key).toBe('book#one');
    expect(entry).toMatchObject({ source: 'books', documentId: added.id, body: full.body, proof: 'Clear.' });
    expect(entry).toMatchObject({ number: '1.2', headings: ['Part', 'Section'], place: full.place });
    expect(library.entry(entry!.id)).toEqual(entry);
    expect(library.entry(entry!.id + 1)).toBeNull();
  });

  test('that is added again is unchanged and not duplicated', () => {
    const document = documentOf([piece('one'), piece('two', refersTo('one'))]);
    library.addDocument(document, location());
    const [before, edgesBefore] = [ids(), edges()];
    expect(library.addDocument(document, location())).toMatchObject({ change: 'unchanged', unchanged: 2 });
    expect(ids()).toEqual(before);
    expect(edges()).toEqual(edgesBefore);
    expect(edgesBefore).toEqual(['book#two follows book#one', 'book#two refers book#one']);
  });

  test('that has changed keeps the ids of remaining entries and reuses no id', () => {
    library.addDocument(documentOf([piece('one'), piece('two')]), location());
    const before = ids();
    const next = documentOf([piece('three'), piece('one', { body: 'Other words.' })]);
    expect(library.addDocument(next, location())).toMatchObject({
      change: 'changed',
      added: 1,
      changed: 1,
      removed: 1,
    });
    expect(ids()['book#one']).toBe(before['book#one']);
    expect(ids()['book#three']).toBeGreaterThan(before['book#two']!);
    expect(ids()).not.toHaveProperty('book#two');
    expect(edges()).toEqual(['book#one follows book#three']);
  });
});

describe('a reference between entries', () => {
  const externals = [{ prefix: 'algebra-', document: 'algebra' }];

  test('resolves to another document, independent of the order of adding', () => {
    library.addDocument(documentOf([piece('here', refersTo('algebra-one'))], { externals }), location('geometry'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('one')]), location('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#one']);
  });

  test('is stored when its target is removed, and resolves again when the target is added again', () => {
    library.addDocument(documentOf([piece('one')]), location('algebra'));
    library.addDocument(documentOf([piece('here', refersTo('algebra-one'))], { externals }), location('geometry'));
    library.addDocument(documentOf([piece('other')]), location('algebra'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('new', { labels: ['new', 'one'] })]), location('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#new']);
  });

  test('does not resolve to another source, nor to an ambiguous label', () => {
    library.addDocument(documentOf([piece('here', refersTo('one'))]), location('geometry'));
    library.addDocument(documentOf([piece('one')]), location('algebra', 'others'));
    expect(edges()).toEqual([]);
    library.addDocument(documentOf([piece('one')]), location('algebra'));
    expect(edges()).toEqual(['geometry#here refers algebra#one']);
    library.addDocument(documentOf([piece('one')]), location('topology'));
    expect(edges()).toEqual([]);
  });
});
