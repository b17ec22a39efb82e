/** Every library that was ever written opens completely, with the current tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { checkLibrary } from '../../src/library/health.ts';
import { entryCard } from '../../src/library/entry-card.ts';
import { findEntryIds } from '../../src/library/find-entry.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { STEPS } from '../../src/library/schema.ts';
import { countWords } from '../../src/library/word-rows.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { documentOf, piece } from './made-document.ts';

const FOLDER = join(import.meta.dirname, 'historic');

/** One per step: a library as it was written when that step was the last. */
const HISTORIC = readdirSync(FOLDER).toSorted();

function historic(file: string): string {
  const path = join(temporaryFolder(), 'library.sqlite');
  const database = new Database(path);
  database.exec(readFileSync(join(FOLDER, file), 'utf8'));
  database.close();
  return path;
}

const tables = ({ database }: Library): unknown[] =>
  database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all();

test('a historic library exists for every schema step', () => {
  expect(HISTORIC).toEqual(STEPS.map(({ name }) => `${name.slice(0, 3)}.sql`));
});

describe.each(HISTORIC)('the historic library %s', (file) => {
  test('opens for reading with the tables of a new library', () => {
    const upgraded = openLibrary(historic(file));
    const fresh = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
    expect(tables(upgraded)).toEqual(tables(fresh));
    expect(upgraded.database.prepare('SELECT name FROM steps ORDER BY name').pluck().all()).toEqual(
      STEPS.map(({ name }) => name),
    );
    for (const library of [upgraded, fresh]) library.close();
  });

  test('still has its entries, references, words and vectors', async () => {
    const path = historic(file);
    const library = openLibrary(path);
    const [id] = findEntryIds(library.database, 'zorn', 'book');
    const card = entryCard(library, library.entry(id!)!);
    expect(card).toMatchObject({
      entry: { id: 2, key: 'sets#zorn', number: '1.2', title: 'Zorn', headings: ['Chains'] },
      previous: { key: 'sets#chain' },
    });
    expect(card.references.map(({ label, to }) => [label, to?.key ?? null])).toEqual([
      ['chain', 'sets#chain'],
      ['nowhere', null],
      ['orders-bound', 'orders#bound'],
      ['zorn1935', null],
    ]);
    expect(countWords(library.database, ['chain']).get('chain')).toBe(3);
    expect(library.database.prepare('SELECT count(*) FROM vectors').pluck().get()).toBe(1);
    library.close();
    expect((await checkLibrary(path)).state).toBe('ok');
  });

  test('accepts new documents, and reuses no id', () => {
    const library = openLibrary(historic(file), { writable: true });
    const ids = new Set([...library.entries()].map(({ id }) => id));
    const location = { source: 'book', name: 'new', path: '/books/new.tex', readBy: 'test' };
    library.addDocument(documentOf([piece('new')]), location);
    const [added] = [...library.entries()].filter(({ id }) => !ids.has(id));
    // Entry 3 of the first version was removed.
    expect(added!.id).toBe(5);
    library.close();
  });
});

test('a schema step that fails leaves the file unchanged', () => {
  const path = join(temporaryFolder(), 'library.sqlite');
  const database = new Database(path);
  database.exec(readFileSync(join(FOLDER, HISTORIC[0]!), 'utf8'));
  database.exec("DELETE FROM steps WHERE name LIKE '001%'");
  database.close();
  const before = readFileSync(path);
  // Its tables exist already, so the step cannot run again.
  expect(() => openLibrary(path)).toThrow();
  expect(readFileSync(path).equals(before)).toBe(true);
});
