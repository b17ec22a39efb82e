import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { openIndex, withIndex } from '../../src/index/open.ts';
import { buildRoots } from './build-request.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

const THEOREM = 'theorem one_le_two : 1 ≤ 2 := by decide\n';

let folder: string;
let index: string;

beforeEach(() => {
  folder = temporaryFolder();
  index = join(folder, 'index.sqlite');
});

const failureOf = async (work: () => unknown): Promise<Failure['detail']> => {
  const error: unknown = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof Failure)) throw new Error(`no Failure, but ${String(error)}`);
  return error.detail;
};

const names = (): string[] => {
  const opened = openIndex(index);
  try {
    return opened.all<{ name: string }>('SELECT name FROM decls ORDER BY id').map(({ name }) => name);
  } finally {
    opened.close();
  }
};

describe('building from a root', () => {
  test.each([
    ['that is not a folder', 'root-no-folder', (root: string) => writeFileSync(root, THEOREM)],
    ['that does not exist', 'root-no-folder', () => undefined],
    ['without a .lean file', 'root-no-sources', (root: string) => mkdirSync(root)],
  ])('%s fails and keeps the old index', async (_what, code, make) => {
    await buildRoots(index, { Lib: writeFiles(join(folder, 'good'), { 'A.lean': THEOREM }) });
    const before = readFileSync(index);
    const root = join(folder, 'bad');
    make(root);
    const detail = await failureOf(() => buildRoots(index, { Lib: root }));
    expect(detail).toMatchObject({ exit: 'usage', code });
    expect(detail.message).toContain(root);
    expect(readFileSync(index).equals(before)).toBe(true);
  });

  test('with a cycle of symbolic links terminates and reads each file once', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A/B.lean': THEOREM });
    symlinkSync(root, join(root, 'A', 'loop'));
    symlinkSync('self.lean', join(root, 'self.lean'));
    const outcome = await buildRoots(index, { Lib: root });
    expect(outcome.files).toBe(1);
    expect(names()).toEqual(['one_le_two']);
  });

  test('without declarations creates an empty index', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': '/-! Nothing here. -/\n' });
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ files: 1, declarations: 0 });
    expect(names()).toEqual([]);
  });

  test('that is the folder of a module works, with a warning that names the root of the package', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'Lib.lean': 'import Lib.A\n', 'Lib/A.lean': THEOREM });
    expect((await buildRoots(index, { Lib: root })).warnings).toEqual([]);
    const { warnings } = await buildRoots(index, { Lib: join(root, 'Lib') });
    expect(warnings).toEqual([expect.stringMatching(`--root Lib=${root}$`)]);
    writeFileSync(join(root, 'Lib', 'lakefile.toml'), 'name = "Lib"\n');
    expect((await buildRoots(index, { Lib: join(root, 'Lib') })).warnings).toEqual([]);
  });

  test('with links between folders reads each folder once, by its own path if it has one', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'z/T.lean': THEOREM });
    const outside = writeFiles(join(folder, 'outside'), { 'd9/T.lean': 'def far := 1\n' });
    for (let level = 0; level < 9; level++) {
      mkdirSync(join(outside, `d${level}`));
      for (const name of ['a', 'b']) symlinkSync(join(outside, `d${level + 1}`), join(outside, `d${level}`, name));
    }
    symlinkSync(join(outside, 'd0'), join(root, 'link'));
    symlinkSync(join(root, 'z'), join(root, 'a'));
    expect((await buildRoots(index, { Lib: root })).files).toBe(2);
    const opened = openIndex(index);
    const paths = opened.all<{ path: string }>('SELECT path FROM files ORDER BY path').map(({ path }) => path);
    opened.close();
    expect(paths).toEqual([expect.stringMatching(/^link\/.*T\.lean$/u), 'z/T.lean']);
  });

  test('skips hidden folders, builds and dependencies', async () => {
    const root = writeFiles(join(folder, 'lib'), {
      'A.lean': THEOREM,
      '.lake/packages/x/X.lean': THEOREM,
      'build/Y.lean': THEOREM,
    });
    expect((await buildRoots(index, { Lib: root })).files).toBe(1);
  });
});

describe('building from a file', () => {
  test('that cannot be read reports it and tries it again', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    const unreadable = join(root, 'B.lean');
    // Root may read everything except what the kernel itself refuses.
    if (process.getuid?.() === 0) symlinkSync('/proc/self/mem', unreadable);
    else writeFileSync(unreadable, 'def b := 1\n', { mode: 0 });
    const outcome = await buildRoots(index, { Lib: root });
    expect(outcome.problems).toMatchObject([{ path: unreadable, line: 1, isUnread: true }]);
    rmSync(unreadable);
    writeFileSync(unreadable, 'def b := 1\n');
    expect((await buildRoots(index, { Lib: root })).problems).toEqual([]);
    expect(names()).toContain('b');
  });

  test('with invalid UTF-8 reads the rest and reports the line of the bad bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${THEOREM}-- caf`),
      Buffer.from([0xe9, 0x0a]),
      Buffer.from('def after := 1\n'),
    ]);
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': bytes });
    const outcome = await buildRoots(index, { Lib: root });
    expect(outcome.problems).toMatchObject([{ line: 2, isUnread: true }]);
    expect(names()).toEqual(['one_le_two', 'after']);
  });

  test('with CRLF and a byte order mark creates the same rows as without', async () => {
    const text = '/-- Two\nlines. -/\ntheorem foo :\n    1 ≤ 2 := by decide\n\ndef bar := 1\n';
    const rowsOf = async (content: string): Promise<object[]> => {
      const root = writeFiles(join(folder, `lib${content.length}`), { 'A.lean': content });
      await buildRoots(index, { Lib: root });
      const opened = openIndex(index);
      const rows = opened.all<object>('SELECT name, signature, doc, line_start, line_end FROM decls ORDER BY id');
      opened.close();
      return rows;
    };
    expect(await rowsOf(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(await rowsOf(text));
  });

  test('with a line of 50 MB succeeds', async () => {
    const long = `def long : String := "${'x'.repeat(25 << 20)}"  -- ${'y'.repeat(25 << 20)}\n`;
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': `${long}def after := 1\n` });
    await buildRoots(index, { Lib: root });
    expect(names()).toEqual(['long', 'after']);
    expect(statSync(index).size).toBeLessThan(10 << 20);
  }, 60_000);

  test('that repeats a full name stores both declarations and reports the second', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': 'def foo := 1\n', 'B.lean': '\ndef foo := 2\n' });
    const outcome = await buildRoots(index, { Lib: root });
    expect(names()).toEqual(['foo', 'foo']);
    expect(outcome.problems).toMatchObject([
      { path: join(root, 'B.lean'), line: 2, message: 'declared twice: foo, first in A.lean', isUnread: false },
    ]);
  });
});

describe('an index file', () => {
  test('that does not exist: the error names the build command', async () => {
    expect(await failureOf(() => openIndex(index))).toMatchObject({
      exit: 'missing',
      code: 'index-missing',
      next: 'lemmahead index build',
    });
  });

  test('that is not SQLite is rejected by a search and left unchanged by a build', async () => {
    const diary = 'I am a diary.\n'.repeat(1000);
    writeFileSync(index, diary);
    expect(await failureOf(() => openIndex(index))).toMatchObject({ exit: 'missing', code: 'index-not-sqlite' });
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    expect(await failureOf(() => buildRoots(index, { Lib: root }))).toMatchObject({
      exit: 'usage',
      code: 'index-path-taken',
    });
    expect(readFileSync(index, 'utf8')).toBe(diary);
  });

  test('that is a symbolic link stays one and is built at its target, which may not exist yet', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    symlinkSync('second.link', index);
    symlinkSync(join('elsewhere', 'index.sqlite'), join(folder, 'second.link'));
    for (const extent of ['full', 'none']) {
      const outcome = await buildRoots(index, { Lib: root });
      expect(outcome).toMatchObject({ extent, path: join(folder, 'elsewhere', 'index.sqlite') });
      expect(lstatSync(index).isSymbolicLink()).toBe(true);
      expect(names()).toEqual(['one_le_two']);
    }
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['index.sqlite']);
  });

  test('whose symbolic links form a cycle is rejected', async () => {
    symlinkSync('index.sqlite', index);
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    expect(await failureOf(() => buildRoots(index, { Lib: root }))).toMatchObject({
      exit: 'missing',
      code: 'index-unwritable',
      reason: 'its symbolic links form a cycle',
    });
  });

  test("that is another program's SQLite file is rejected by a search and left unchanged by a build", async () => {
    const other = new Database(index);
    other.exec('CREATE TABLE songs (title TEXT)');
    other.close();
    const before = readFileSync(index);
    expect(await failureOf(() => openIndex(index))).toMatchObject({ exit: 'missing', code: 'index-foreign' });
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    expect(await failureOf(() => buildRoots(index, { Lib: root }))).toMatchObject({ code: 'index-path-taken' });
    expect(readFileSync(index).equals(before)).toBe(true);
  });

  test("that is another program's locked SQLite file is left unchanged by a build", async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    const theirs = new Database(index);
    theirs.exec('CREATE TABLE precious (text); BEGIN EXCLUSIVE');
    try {
      const detail = await failureOf(() => buildRoots(index, { Lib: root }));
      expect(detail).toMatchObject({ exit: 'missing', code: 'index-path-unreadable' });
    } finally {
      theirs.exec('COMMIT');
      expect(theirs.prepare('SELECT count(*) FROM precious').pluck().get()).toBe(0);
      theirs.close();
    }
  }, 20_000);

  test('replaces an empty file, but not a folder', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    expect(await failureOf(() => buildRoots(root, { Lib: root }))).toMatchObject({ code: 'index-path-taken' });
    writeFileSync(index, '');
    await buildRoots(index, { Lib: root });
    expect(names()).toEqual(['one_le_two']);
  });

  test('that cannot be written fails before any work', async () => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    writeFileSync(index, 'a file where a folder would have to be');
    expect(await failureOf(() => buildRoots(join(index, 'below.sqlite'), { Lib: root }))).toMatchObject({
      exit: 'missing',
      code: 'index-unwritable',
    });
  });

  test.each([
    ['older', '0'],
    ['newer', '999'],
  ])('with a schema that is %s is rejected by a search and rebuilt by a build', async (age, schema) => {
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': THEOREM });
    await buildRoots(index, { Lib: root });
    const database = new Database(index);
    database.prepare("UPDATE meta SET value = ? WHERE key = 'schema'").run(schema);
    database.close();
    const detail = await failureOf(() => openIndex(index));
    expect(detail).toMatchObject({ exit: 'missing', code: 'index-schema', next: 'lemmahead index build' });
    expect(detail.message).toContain(age);
    expect((await buildRoots(index, { Lib: root })).extent).toBe('full');
    expect(names()).toEqual(['one_le_two']);
  });

  test('that is truncated is reported as damaged', async () => {
    const source = Array.from({ length: 2000 }, (_, i) => `theorem t${i} : ${i} = ${i} := rfl\n`).join('');
    await buildRoots(index, { Lib: writeFiles(join(folder, 'lib'), { 'A.lean': source }) });
    writeFileSync(index, readFileSync(index).subarray(0, 40_000));
    expect(await failureOf(() => openIndex(index))).toMatchObject({ exit: 'missing', code: 'index-damaged' });
    await buildRoots(index, { Lib: join(folder, 'lib') });
    expect(names()).toHaveLength(2000);
  });

  test('that is damaged after its header is reported as damaged when a row is read', async () => {
    const source = Array.from({ length: 2000 }, (_, i) => `theorem t${i} : ${i} = ${i} := rfl\n`).join('');
    await buildRoots(index, { Lib: writeFiles(join(folder, 'lib'), { 'A.lean': source }) });
    const bytes = readFileSync(index);
    bytes.fill(0x5a, 16_384, bytes.length - 4096);
    writeFileSync(index, bytes);
    const ids = Array.from({ length: 300 }, (_, i) => i * 6 + 1);
    expect(await failureOf(() => withIndex(index, (opened) => opened.rows(ids)))).toMatchObject({
      exit: 'missing',
      code: 'index-damaged',
    });
  });
});
