/** An index that stays open: what is put in its place is read by the next question, what cannot be read is passed over. */
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { CachedIndex } from '../../src/index/kept-index.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { buildRoots } from './build-request.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

let folder: string;
let path: string;
let kept: CachedIndex;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'index.sqlite');
  kept = new CachedIndex();
  await build('one');
});
afterEach(() => kept.close());

/** An index of one file with one theorem of that name; by an update where there is one already, unless at another path. */
async function build(name: string, to = path): Promise<void> {
  const root = writeFiles(join(folder, 'src'), { 'A.lean': `theorem ${name} : 1 = 1 := rfl\n` });
  await buildRoots(to, { Lib: root });
}

const names = (index: LibraryIndex): string[] =>
  index.all<{ name: string }>('SELECT name FROM decls ORDER BY name').map(({ name }) => name);
const ask = (): Promise<string[]> => kept.use(path, names);

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => (error as Failure).detail?.code ?? String(error),
  );
}

/** `index.sqlite` is a file of its own each time. */
function put(content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

describe('KeptIndex', () => {
  it('opens the file once, and not again as long as nothing changes', async () => {
    const first = await kept.use(path, (index) => index);
    expect(await kept.use(path, (index) => index)).toBe(first);
    expect(await ask()).toEqual(['one']);
  });

  it('reads an update in place at the next question', async () => {
    expect(await ask()).toEqual(['one']);
    await build('two');
    expect(await ask()).toEqual(['two']);
    await build('three');
    expect(await ask()).toEqual(['three']);
  });

  it('reads the file that is renamed over it, and lets go of the old one', async () => {
    expect(await ask()).toEqual(['one']);
    const old = await kept.use(path, (index) => index);
    await build('two', join(folder, 'other.sqlite'));
    renameSync(join(folder, 'other.sqlite'), path);
    expect(await ask()).toEqual(['two']);
    expect(() => names(old)).toThrow('not open');
  });

  it('reads what is copied over it, in the same file', async () => {
    expect(await ask()).toEqual(['one']);
    await build('two', join(folder, 'other.sqlite'));
    copyFileSync(join(folder, 'other.sqlite'), path);
    expect(await ask()).toEqual(['two']);
  });

  it('does a question again where the index changed meanwhile, so that no answer is of two', async () => {
    let tries = 0;
    const answer = await kept.use(path, async (index) => {
      const before = names(index);
      if (++tries === 1) await build('two');
      return [...before, ...names(index)];
    });
    expect([tries, answer]).toEqual([2, ['two', 'two']]);
    tries = 0;
    const renamed = await kept.use(path, async (index) => {
      const before = names(index);
      if (++tries === 1) {
        await build('three', join(folder, 'other.sqlite'));
        renameSync(join(folder, 'other.sqlite'), path);
      }
      return [...before, ...names(index)];
    });
    expect([tries, renamed]).toEqual([2, ['three', 'three']]);
  });

  it('answers at last where the index is written all the time', async () => {
    let tries = 0;
    const answer = await kept.use(path, async (index) => {
      await build(`name${++tries}`);
      return names(index);
    });
    expect([tries, answer]).toEqual([3, ['name3']]);
  });

  it('tells what the work throws, once', async () => {
    let tries = 0;
    const fails = kept.use(path, () => {
      tries++;
      throw new Error('the question is wrong');
    });
    await expect(fails).rejects.toThrow('the question is wrong');
    expect(tries).toBe(1);
  });

  it('says what is missing, and answers once it is there', async () => {
    rmSync(path);
    expect(await codeOf(ask())).toBe('index-missing');
    await build('two');
    expect(await ask()).toEqual(['two']);
  });

  it.each([
    ['is removed', () => rmSync(path)],
    ['is no SQLite file', () => put('this is no index, and no database either')],
    ['is empty', () => put('')],
    ['is cut off', () => put(readFileSync(path).subarray(0, 5000))],
    ['is of an older schema', () => putOlder()],
  ])('goes on with the old one where the file %s, and reads the next good one', async (_what, spoil) => {
    expect(await ask()).toEqual(['one']);
    spoil();
    expect(await ask()).toEqual(['one']);
    expect(await ask()).toEqual(['one']);
    await build('two', join(folder, 'good.sqlite'));
    renameSync(join(folder, 'good.sqlite'), path);
    expect(await ask()).toEqual(['two']);
  });

  it('reads a good one that is copied into the very file it could not read', async () => {
    expect(await ask()).toEqual(['one']);
    put('this is no index');
    expect(await ask()).toEqual(['one']);
    await build('two', join(folder, 'good.sqlite'));
    copyFileSync(join(folder, 'good.sqlite'), path);
    expect(await ask()).toEqual(['two']);
  });

  it('says so where there was none before and the file cannot be read', async () => {
    put('this is no index');
    expect(await codeOf(ask())).toBe('index-not-sqlite');
    put(readFileSync(join(folder, 'src', 'A.lean')));
    expect(await codeOf(ask())).toBe('index-not-sqlite');
    putOlder();
    expect(await codeOf(ask())).toMatch(/^index-(?:schema|foreign)$/u);
  });

  it('keeps nobody from writing between two questions, and waits for whoever writes', async () => {
    expect(await ask()).toEqual(['one']);
    const writer = new Database(path, { timeout: 0 });
    // Refused at once if a statement were still open.
    writer.exec('BEGIN EXCLUSIVE');
    const asked = codeOf(ask());
    expect(await asked).toBe('index-busy');
    writer.exec('COMMIT');
    expect(await ask()).toEqual(['one']);
    writer.close();
  }, 30_000);

  it('reads one that was busy when it came, once it is not', async () => {
    expect(await ask()).toEqual(['one']);
    await build('two', join(folder, 'other.sqlite'));
    const writer = new Database(join(folder, 'other.sqlite'));
    writer.exec('BEGIN EXCLUSIVE');
    renameSync(join(folder, 'other.sqlite'), path);
    expect(await ask()).toEqual(['one']);
    writer.exec('COMMIT');
    writer.close();
    await sleep(1100);
    expect(await ask()).toEqual(['two']);
  }, 30_000);

  it('lets go of the file when it is closed, and may be asked again', async () => {
    const index = await kept.use(path, (opened) => opened);
    kept.close();
    kept.close();
    expect(() => names(index)).toThrow('not open');
    expect(await ask()).toEqual(['one']);
  });
});

function putOlder(): void {
  const older = join(folder, 'older.sqlite');
  const database = new Database(older);
  database.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('schema', '1')");
  database.close();
  renameSync(older, path);
}
