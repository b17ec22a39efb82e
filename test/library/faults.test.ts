/** The library after faults: killed writers, full disks, damaged and foreign files, two processes at once. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { Failure } from '../../src/base/errors.ts';
import { checkLibrary } from '../../src/library/health.ts';
import { exportRecords } from '../../src/library/export.ts';
import { openLibrary, withLibrary } from '../../src/library/library.ts';
import { seededRandom } from '../index/random-library.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';
import { lemmahead } from '../cli/spawn.ts';
import { documentOf, piece } from './made-document.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'library.sqlite');
});

const location = (name: string) => ({ source: 'books', name, path: join(folder, `${name}.tex`), readBy: 'test' });

const failureOf = async (work: () => unknown): Promise<Failure['detail']> => {
  const error: unknown = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof Failure)) throw new Error(`no Failure, but ${String(error)}`);
  return error.detail;
};

const createLibrary = (): void => {
  const library = openLibrary(path, { writable: true });
  library.addDocument(documentOf([piece('old')]), location('old'));
  library.close();
};

/** All content, without ids and paths. */
const content = (file: string): string[] => {
  const library = openLibrary(file);
  try {
    const records = exportRecords(library.database, []).filter(
      ({ record }) => record === 'document' || record === 'entry',
    );
    return records.map((record) => JSON.stringify({ ...record, id: 0, path: '' })).toSorted();
  } finally {
    library.close();
  }
};

test('killing a writer at any moment loses and duplicates nothing', async () => {
  const notes = join(folder, 'notes');
  for (let i = 0; i < 120; i++) {
    const lemmas = Array.from(
      { length: 8 },
      (_, k) => `Lemma ${k}. Note ${i} says ${k} of ${'many '.repeat(k)}words.\n`,
    );
    writeFiles(notes, { [`n${i}.txt`]: lemmas.join('\n') });
  }
  const full = join(folder, 'full.sqlite');
  const add = (library: string) =>
    lemmahead(['library', 'add', notes, '--library', library], { env: { LEMMAHEAD_HOME: folder } });
  expect(add(full).status).toBe(0);
  const all = content(full);
  const random = seededRandom(6);
  const args = [BINARY, 'library', 'add', notes, '--library', path];
  for (let [kills, before] = [0, -1]; kills < 12 && before < all.length; kills++) {
    const child = spawn(process.execPath, args, { stdio: 'ignore', env: { HOME: folder, LEMMAHEAD_HOME: folder } });
    const exited = once(child, 'exit');
    // The first one is killed while it creates the file, each other one after it has written more than the previous one.
    const reached = (): boolean => (kills === 0 ? existsSync(path) : content(path).length > before);
    while (!reached() && child.exitCode === null) await wait(2);
    await wait(random(40));
    child.kill('SIGKILL');
    await exited;
    const stored = content(path);
    expect(all, `after ${kills + 1} kills`).toEqual(expect.arrayContaining(stored));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThanOrEqual(before);
    expect((await checkLibrary(path)).state).toBe('ok');
    before = stored.length;
  }
  expect(add(path).status).toBe(0);
  await withLibrary(path, {}, ({ database }) => {
    const withoutWords = database.prepare(
      'SELECT count(*) FROM entries WHERE id NOT IN (SELECT rowid FROM entry_words)',
    );
    expect(withoutWords.pluck().get()).toBe(0);
  });
  expect(content(path)).toEqual(all);
  expect(existsSync(`${path}.lock`)).toBe(false);
}, 120_000);

describe('a library', () => {
  test('on a full disk keeps what was added before, and the error says so', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return context.skip('mounting a small tmpfs requires root');
    }
    try {
      path = join(disk, 'library.sqlite');
      createLibrary();
      const before = content(path);
      const many = Array.from({ length: 2000 }, (_, i) => piece(`large${i}`, { body: 'x'.repeat(1000) }));
      const add = () =>
        withLibrary(path, { writable: true }, (library) => library.addDocument(documentOf(many), location('large')));
      expect(await failureOf(add)).toMatchObject({ exit: 'missing', code: 'disk-full' });
      expect(content(path)).toEqual(before);
      expect((await checkLibrary(path)).state).toBe('ok');
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  test('in a read-only folder can be read, but not written', async (context) => {
    createLibrary();
    try {
      execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
    } catch {
      if (process.getuid?.() === 0) return context.skip('mounting requires more than root here');
    }
    try {
      if (process.getuid?.() === 0) execFileSync('mount', ['-o', 'remount,bind,ro', folder], { stdio: 'ignore' });
      else chmodSync(folder, 0o555);
      expect(content(path)).toHaveLength(2);
      expect(await failureOf(() => openLibrary(path, { writable: true }))).toMatchObject({
        exit: 'missing',
        code: 'library-unwritable',
      });
    } finally {
      if (process.getuid?.() === 0) execFileSync('umount', ['-l', folder]);
      else chmodSync(folder, 0o755);
    }
  });
});

describe('a library file', () => {
  const expectUntouched = async (code: string, work: () => unknown): Promise<void> => {
    const before = readFileSync(path);
    expect(await failureOf(work)).toMatchObject({ exit: 'missing', code });
    expect(readFileSync(path).equals(before)).toBe(true);
  };
  const add = (): unknown =>
    withLibrary(path, { writable: true }, (library) =>
      library.addDocument(documentOf([piece('new')]), location('new')),
    );
  const read = (): unknown => withLibrary(path, {}, (library) => [...library.entries()]);

  test('that does not exist: the error names the command to create it', async () => {
    expect(await failureOf(read)).toMatchObject({ code: 'library-missing', next: 'lemmahead library add FILE…' });
    expect(existsSync(path)).toBe(false);
  });

  test('that is not SQLite is left unchanged', async () => {
    writeFileSync(path, 'I am a diary.\n'.repeat(1000));
    await expectUntouched('library-foreign', read);
    await expectUntouched('library-foreign', add);
  });

  test("that is another program's SQLite file is left unchanged", async () => {
    const other = new Database(path);
    other.exec('CREATE TABLE songs (title TEXT)');
    other.close();
    await expectUntouched('library-foreign', read);
    await expectUntouched('library-foreign', add);
  });

  test('of a newer lemmahead is rejected, and the error names the unknown step', async () => {
    createLibrary();
    const database = new Database(path);
    database.exec("INSERT INTO steps (name, done_at) VALUES ('999-tomorrow', '2030-01-01')");
    database.close();
    await expectUntouched('library-newer', read);
    await expectUntouched('library-newer', add);
    expect((await failureOf(read)).reason).toContain('999-tomorrow');
  });

  test('that is damaged is reported as damaged, also by doctor, and not overwritten', async () => {
    const library = openLibrary(path, { writable: true });
    const many = Array.from({ length: 500 }, (_, i) => piece(`entry${i}`, { body: 'x'.repeat(500) }));
    library.addDocument(documentOf(many), location('many'));
    library.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 40_000, bytes.length - 4096);
    writeFileSync(path, bytes);
    await expectUntouched('library-damaged', read);
    expect(await checkLibrary(path)).toMatchObject({ state: 'fault' });
    writeFileSync(path, readFileSync(path).subarray(0, 30_000));
    await expectUntouched('library-damaged', add);
  });

  test('that is empty becomes a library', () => {
    writeFileSync(path, '');
    createLibrary();
    expect(content(path)).toHaveLength(2);
  });
});

describe('two processes', () => {
  test('cannot both write; the error of the second names the first', async () => {
    const library = openLibrary(path, { writable: true });
    const detail = await failureOf(() => openLibrary(path, { writable: true }));
    expect(detail).toMatchObject({ exit: 'missing', code: 'library-busy' });
    expect(detail.message).toContain(`process ${process.pid}`);
    library.close();
    createLibrary();
  });

  test('can read and write at once, and the reader sees only complete documents', async () => {
    createLibrary();
    const notes = writeFiles(
      join(folder, 'notes'),
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`n${i}.txt`, `Lemma ${i}. One.\n\nLemma ${i}. Two.\n`])),
    );
    const args = [BINARY, 'library', 'add', notes, '--source', 'notes', '--library', path];
    const child = spawn(process.execPath, args, { stdio: 'ignore', env: { HOME: folder, LEMMAHEAD_HOME: folder } });
    const exited = once(child, 'exit');
    let reads = 0;
    while (child.exitCode === null) {
      const ofNotes = content(path).filter(
        (line) => line.includes('"record":"entry"') && line.includes('"source":"notes"'),
      );
      expect(ofNotes.length % 2).toBe(0);
      reads++;
      await wait(5);
    }
    expect(await exited).toEqual([0, null]);
    expect(reads).toBeGreaterThan(3);
  }, 60_000);
});
