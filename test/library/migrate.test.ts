/** Every library that was ever written opens completely, with the current tables. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { derivedRowsOf } from '../../src/library/derived-rows.ts';
import { listDerivations } from '../../src/library/derive.ts';
import { EmbeddedStore } from '../../src/library/embedded-store.ts';
import { idsByContent } from '../../src/library/filter-entries.ts';
import { checkLibrary } from '../../src/library/health.ts';
import { entryCard } from '../../src/library/entry-card.ts';
import { findEntryIds } from '../../src/library/find-entry.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { undoRun } from '../../src/library/runs.ts';
import { STEPS } from '../../src/library/schema.ts';
import { countWords } from '../../src/library/word-rows.ts';
import { lemmahead } from '../cli/spawn.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { documentOf, piece } from './made-document.ts';

const FOLDER = join(import.meta.dirname, 'historic');

/** One per step: a library as it was written when that step was the last. */
const HISTORIC = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .toSorted();

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
    expect(await new EmbeddedStore(library.database, path).count()).toBe(1);
    expect(library.edges(id!)).toMatchObject([
      { kind: 'follows', from: 2, to: 1 },
      { kind: 'refers', from: 2, to: 1 },
      { kind: 'refers', from: 2, to: 4 },
    ]);
    library.close();
    expect((await checkLibrary(path)).state).toBe('ok');
  });

  test('accepts new documents, and reuses no id', () => {
    const library = openLibrary(historic(file), { writable: true });
    const ids = new Set([...library.entries()].map(({ id }) => id));
    const lastId = library.database
      .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
      .pluck()
      .get() as number;
    const location = { source: 'book', name: 'new', path: '/books/new.tex', readBy: 'test' };
    library.addDocument(documentOf([piece('new')]), location);
    const [added] = [...library.entries()].filter(({ id }) => !ids.has(id));
    // Entry 3 of the first version was removed.
    expect(added!.id).toBe(lastId + 1);
    library.close();
  });
});

test('the historic library 002.sql still has its derived rows', async () => {
  const path = historic('002.sql');
  const library = openLibrary(path);
  const card = entryCard(library, library.entry(5)!);
  expect(card).toMatchObject({ entry: { key: 'chain', kind: 'concept', documentId: null }, labels: ['linear order'] });
  expect(card.edges).toMatchObject([{ kind: 'defined-by', to: { key: 'sets#chain' } }]);
  expect(derivedRowsOf(library.database, 'edges', 5)).toMatchObject([
    { payload: { weight: 0.5 }, evidence: { line: 1 } },
  ]);
  expect(derivedRowsOf(library.database, 'declarations', 5)).toMatchObject([{ package: 'Mathlib', name: 'IsChain' }]);
  expect(listDerivations(library.database)).toMatchObject([{ maker: 'concepts', unit: 'chain', isStale: false }]);
  expect(await new EmbeddedStore(library.database, path, 'titles').count()).toBe(1);
  library.close();
});

test('the historic library 003.sql still has its attributes, and its run can be undone', () => {
  const path = historic('003.sql');
  const library = openLibrary(path, { writable: true });
  expect(derivedRowsOf(library.database, 'attributes', 2)).toMatchObject([
    { part: 0, name: 'field', value: 'logic', evidence: { rule: 'subject' } },
  ]);
  expect(undoRun(library.database, 1, { cascade: false })).toEqual([{ run: 1, restored: 0, removed: 1, kept: 0 }]);
  expect(derivedRowsOf(library.database, 'attributes', 2)).toEqual([]);
  library.close();
});

/** A library that `library add`, `remove` and `embed` of the first version wrote, and its export. */
const WRITTEN = gunzipSync(readFileSync(join(FOLDER, '001.sqlite.gz')));
const EXPORTED = readFileSync(join(FOLDER, 'export-1.jsonl'), 'utf8');

function records(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Without the numbers of entries, which only their order in the file gives. */
function contents(text: string): unknown[] {
  return records(text)
    .filter(({ record }) => record === 'document' || record === 'entry')
    .map(({ id: _id, lacks: _lacks, lost_labels: _lost, ...record }) => record);
}

test('a file of the first version upgrades without loss, and answers as before', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'library.sqlite');
  writeFileSync(path, WRITTEN);
  const run = (...args: string[]) => lemmahead(['library', ...args, '--library', path]);
  const shown = JSON.parse(run('show', 'zorn', '--json').stdout) as Record<string, unknown>;
  expect(shown).toMatchObject({
    entry: { id: 5, key: 'sets#zorn' },
    previous: { key: 'sets#chain' },
    references: [{ label: 'chain' }, { label: 'nowhere', to: null }, { label: 'orders-bound' }, { label: 'zorn1935' }],
  });
  expect(contents(run('export').stdout)).toEqual(contents(EXPORTED));
  const library = openLibrary(path);
  const near = await new EmbeddedStore(library.database, path).nearest(Float32Array.of(1, 0, 2), 2);
  expect(near[0]!.similarity).toBeCloseTo(1, 5);
  expect(library.entriesById([...idsByContent(library.database, [near[0]!.contentHash]).values()][0]!)).toMatchObject([
    { key: 'orders#bound' },
    { key: 'orders#copy' },
  ]);
  library.close();
});

test('an export of the first version is imported as before', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'library.sqlite');
  const run = (...args: string[]) => lemmahead(['library', ...args, '--library', path]);
  expect(run('import', join(FOLDER, 'export-1.jsonl')).status).toBe(0);
  const again = run('export').stdout;
  expect(contents(again)).toEqual(contents(EXPORTED));
  const edges = (text: string): unknown[] => {
    const keys = new Map(records(text).map(({ id, key }) => [id, key]));
    return records(text)
      .filter(({ record }) => record === 'edge')
      .map(({ from, kind, to }) => `${String(keys.get(from))} ${String(kind)} ${String(keys.get(to))}`)
      .toSorted();
  };
  expect(edges(again)).toEqual(edges(EXPORTED));
});

test('an upgrade that is killed at any point leaves a file that the old and the new version can use', async () => {
  const path = join(temporaryFolder(), 'library.sqlite');
  const template = largeLibrary();
  const script = join(import.meta.dirname, 'upgrade-until-killed.ts');
  let [before, after, length] = [0, 0, 0];
  for (let round = 0; round < 25; round++) {
    copyFileSync(template, path);
    rmSync(`${path}-journal`, { force: true });
    rmSync(`${path}.lock`, { force: true });
    const child = fork(script, [path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const exited = once(child, 'exit');
    await once(child, 'message');
    const begun = performance.now();
    // The first one is not killed; its duration gives the points at which the others are.
    if (round > 0) {
      await wait((length * (round % 12)) / 11);
      child.kill('SIGKILL');
    }
    await exited;
    if (round === 0) length = performance.now() - begun;
    const old = new Database(path);
    const steps = old.prepare('SELECT name FROM steps ORDER BY name').pluck().all();
    if (steps.length === 1) {
      before++;
      // What the first version reads of an entry, and of its edges.
      expect(old.prepare('SELECT count(*) FROM edges WHERE from_id = 2 AND kind = ?').pluck().get('refers')).toBe(2);
      expect(old.prepare('SELECT count(*) FROM embedders').pluck().get()).toBe(1);
    } else after++;
    expect(old.pragma('integrity_check', { simple: true })).toBe('ok');
    old.close();
    const library = openLibrary(path, { writable: true });
    expect(library.database.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(COPIES + 3);
    expect(library.edges(2)).toHaveLength(3);
    expect(library.database.pragma('foreign_key_check')).toEqual([]);
    library.close();
  }
  expect([before > 0, after > 0]).toEqual([true, true]);
}, 120_000);

const COPIES = 20_000;

/** A library of the first version with many entries and edges, so that its upgrade takes long enough to be killed. */
function largeLibrary(): string {
  const path = historic('001.sql');
  const database = new Database(path);
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COPIES})
    INSERT INTO entries (source_id, document_id, position, key, kind, called, title, headings, body, content_hash)
    SELECT 1, NULL, i, 'copy' || i, 'theorem', '', '', '[]', 'Copy ' || i, 'hash' || i FROM n;
    INSERT INTO edges SELECT id, 'refers', 1 FROM entries WHERE document_id IS NULL;
    INSERT INTO refs SELECT id, 'refers', 'chain', 1, NULL, 'chain', 1 FROM entries WHERE document_id IS NULL`);
  database.close();
  return path;
}

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
