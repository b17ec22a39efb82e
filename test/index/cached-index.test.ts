/** `CachedIndex`: reads a replaced index at the next request, and keeps the old one if the new one cannot be read. */
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { CachedIndex } from '../../src/index/cached-index.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { buildRoots } from './build-request.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

let folder: string;
let path: string;
let cached: CachedIndex;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'index.sqlite');
  cached = new CachedIndex();
  await build('one');
});
afterEach(() => cached.close());

/** Builds an index with one theorem of that name; updates an index that exists at the path. */
async function build(name: string, to = path): Promise<void> {
  const root = writeFiles(join(folder, 'src'), { 'A.lean': `theorem ${name} : 1 = 1 := rfl\n` });
  await buildRoots(to, { Lib: root });
}

const names = (index: LibraryIndex): string[] =>
  index.all<{ name: string }>('SELECT name FROM decls ORDER BY name').map(({ name }) => name);
const query = (): Promise<string[]> => cached.use(path, names);

async function codeOf(result: Promise<unknown>): Promise<string> {
  return result.then(
    () => 'answered',
    (error: unknown) => (error as Failure).detail?.code ?? String(error),
  );
}

/** Creates a new `index.sqlite` each time. */
function put(content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

describe('CachedIndex', () => {
  it('opens the file once, and not again if nothing changes', async () => {
    const first = await cached.use(path, (index) => index);
    expect(await cached.use(path, (index) => index)).toBe(first);
    expect(await query()).toEqual(['one']);
  });

  it('reads an update in place at the next request', async () => {
    expect(await query()).toEqual(['one']);
    await build('two');
    expect(await query()).toEqual(['two']);
    await build('three');
    expect(await query()).toEqual(['three']);
  });

  it('reads a file that is renamed over it, and closes the old one', async () => {
    expect(await query()).toEqual(['one']);
    const old = await cached.use(path, (index) => index);
    await build('two', join(folder, 'other.sqlite'));
    renameSync(join(folder, 'other.sqlite'), path);
    expect(await query()).toEqual(['two']);
    expect(() => names(old)).toThrow('not open');
  });

  it('reads an index that is copied into the same file', async () => {
    expect(await query()).toEqual(['one']);
    await build('two', join(folder, 'other.sqlite'));
    copyFileSync(join(folder, 'other.sqlite'), path);
    expect(await query()).toEqual(['two']);
  });

  it('repeats a request if the index changes meanwhile, so a result never mixes two indexes', async () => {
    let tries = 0;
    const answer = await cached.use(path, async (index) => {
      const before = names(index);
      if (++tries === 1) await build('two');
      return [...before, ...names(index)];
    });
    expect([tries, answer]).toEqual([2, ['two', 'two']]);
    tries = 0;
    const renamed = await cached.use(path, async (index) => {
      const before = names(index);
      if (++tries === 1) {
        await build('three', join(folder, 'other.sqlite'));
        renameSync(join(folder, 'other.sqlite'), path);
      }
      return [...before, ...names(index)];
    });
    expect([tries, renamed]).toEqual([2, ['three', 'three']]);
  });

  it('answers after three attempts if the index is written continuously', async () => {
    let tries = 0;
    const answer = await cached.use(path, async (index) => {
      await build(`name${++tries}`);
      return names(index);
    });
    expect([tries, answer]).toEqual([3, ['name3']]);
  });

  it('passes on an error of the work without a second attempt', async () => {
    let tries = 0;
    const fails = cached.use(path, () => {
      tries++;
      throw new Error('the request is wrong');
    });
    await expect(fails).rejects.toThrow('the request is wrong');
    expect(tries).toBe(1);
  });

  it('reports a missing index, and answers once it exists', async () => {
    rmSync(path);
    expect(await codeOf(query())).toBe('index-missing');
    await build('two');
    expect(await query()).toEqual(['two']);
  });

  it.each([
    ['is removed', () => rmSync(path)],
    ['is not a SQLite file', () => put('this is no index, and no database either')],
    ['is empty', () => put('')],
    ['is truncated', () => put(readFileSync(path).subarray(0, 5000))],
    ['has an older schema', () => putOlder()],
  ])('keeps the old index if the new file %s, and reads the next valid one', async (_what, damage) => {
    expect(await query()).toEqual(['one']);
    damage();
    expect(await query()).toEqual(['one']);
    expect(await query()).toEqual(['one']);
    await build('two', join(folder, 'good.sqlite'));
    renameSync(join(folder, 'good.sqlite'), path);
    expect(await query()).toEqual(['two']);
  });

  it('reads a valid index that is copied into the file it could not read', async () => {
    expect(await query()).toEqual(['one']);
    put('this is no index');
    expect(await query()).toEqual(['one']);
    await build('two', join(folder, 'good.sqlite'));
    copyFileSync(join(folder, 'good.sqlite'), path);
    expect(await query()).toEqual(['two']);
  });

  it('reports a file that cannot be read if no index was open before', async () => {
    put('this is no index');
    expect(await codeOf(query())).toBe('index-not-sqlite');
    put(readFileSync(join(folder, 'src', 'A.lean')));
    expect(await codeOf(query())).toBe('index-not-sqlite');
    putOlder();
    expect(await codeOf(query())).toMatch(/^index-(?:schema|foreign)$/u);
  });

  it('holds no lock between two requests, and waits for a process that writes', async () => {
    expect(await query()).toEqual(['one']);
    const writer = new Database(path, { timeout: 0 });
    // This fails at once if a statement is still open.
    writer.exec('BEGIN EXCLUSIVE');
    const result = codeOf(query());
    expect(await result).toBe('index-busy');
    writer.exec('COMMIT');
    expect(await query()).toEqual(['one']);
    writer.close();
  }, 30_000);

  it('reads a new index that was busy at first once it is free', async () => {
    expect(await query()).toEqual(['one']);
    await build('two', join(folder, 'other.sqlite'));
    const writer = new Database(join(folder, 'other.sqlite'));
    writer.exec('BEGIN EXCLUSIVE');
    renameSync(join(folder, 'other.sqlite'), path);
    expect(await query()).toEqual(['one']);
    writer.exec('COMMIT');
    writer.close();
    await sleep(1100);
    expect(await query()).toEqual(['two']);
  }, 30_000);

  it('releases the file when it is closed, and can be used again', async () => {
    const index = await cached.use(path, (opened) => opened);
    cached.close();
    cached.close();
    expect(() => names(index)).toThrow('not open');
    expect(await query()).toEqual(['one']);
  });
});

function putOlder(): void {
  const older = join(folder, 'older.sqlite');
  const database = new Database(older);
  database.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('schema', '1')");
  database.close();
  renameSync(older, path);
}
