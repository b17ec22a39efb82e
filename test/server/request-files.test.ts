/** Which files a request can reach: those of the project, and temporarily the text in the request. */
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync, utimesSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { ORIGINAL, RequestFiles } from '../../src/server/request-files.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';

let around: string;
let root: string;
let files: RequestFiles;

beforeEach(() => {
  around = realpathSync(temporaryFolder());
  root = join(around, 'project');
  writeFiles(around, {
    'project/A.lean': 'theorem a : 1 = 1 := sorry\n',
    'project/deep/B.lean': '',
    'secret.lean': 'secret',
    'outside/secret.lean': 'secret',
    'project-twin/secret.lean': 'secret',
  });
  files = new RequestFiles({ projectRoot: root, dataHome: join(around, 'data') }, '/');
});

function codeOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return (error as Failure).detail.code;
  }
}

describe('a path in the project', () => {
  it.each([
    'A.lean',
    './A.lean',
    'deep/../A.lean',
    'deep//B.lean',
    'deep/B.lean/../../A.lean',
    'not-there-yet.lean',
    'nor/this/one.lean',
    '..A.lean',
    '.../A.lean',
    '~/A.lean',
    '$HOME/A.lean',
    '%2e%2e/secret.lean',
    '..\\secret.lean',
    'A.lean/below-a-file.lean',
    `${'long'.repeat(100)}.lean`,
  ])('is accepted: %s', (file) => expect(files.within(file)).toBe(resolve(root, file)));

  it('may be absolute, and follows a link that stays inside', () => {
    expect(files.within(join(root, 'A.lean'))).toBe(join(root, 'A.lean'));
    symlinkSync('deep', join(root, 'link'));
    symlinkSync('../A.lean', join(root, 'deep', 'up'));
    expect(readFileSync(files.within('link/../A.lean'), 'utf8')).toContain('theorem a');
    expect(readFileSync(files.within('link/up'), 'utf8')).toContain('theorem a');
  });

  it('is accepted if the root itself is a link', () => {
    symlinkSync(root, join(around, 'alias'));
    const aliased = new RequestFiles({ projectRoot: join(around, 'alias'), dataHome: around }, '/');
    expect(aliased.root).toBe(root);
    expect(aliased.within('A.lean')).toBe(join(root, 'A.lean'));
    // The real path and the path through the link denote the same file.
    expect(realpathSync(aliased.within(join(around, 'alias', 'A.lean')))).toBe(join(root, 'A.lean'));
    expect(codeOf(() => aliased.within('../secret.lean'))).toBe('path-outside');
  });

  it('is relative to the working folder if there is no project', () => {
    const loose = new RequestFiles({ projectRoot: null, dataHome: join(around, 'data') }, join(root, 'deep'));
    expect(loose.within('B.lean')).toBe(join(root, 'deep', 'B.lean'));
    expect(codeOf(() => loose.within('../A.lean'))).toBe('path-outside');
  });
});

describe('a path outside the project', () => {
  it.each([
    '..',
    '../secret.lean',
    './../secret.lean',
    'deep/../../secret.lean',
    'not-there/../../secret.lean',
    '../project-twin/secret.lean',
    '../outside/not-there.lean',
    '/',
    '/etc/passwd',
    '//etc/passwd',
    '/proc/self/environ',
    '/dev/stdin',
    'A.lean\0',
    '\0',
    'A.lean\0/../../secret.lean',
    'far/'.repeat(1000),
  ])('is refused: %j', (file) => {
    expect(codeOf(() => files.within(file))).toBe('path-outside');
  });

  it('is refused through a link to a file, folder, link or missing file, and through a chain of links', () => {
    symlinkSync(join(around, 'secret.lean'), join(root, 'file.lean'));
    symlinkSync('../secret.lean', join(root, 'relative.lean'));
    symlinkSync(join(around, 'outside'), join(root, 'folder'));
    symlinkSync('file.lean', join(root, 'chain.lean'));
    symlinkSync('folder', join(root, 'folder-chain'));
    symlinkSync(join(around, 'outside', 'not-there-yet.lean'), join(root, 'dangling.lean'));
    symlinkSync('dangling.lean', join(root, 'dangling-chain.lean'));
    symlinkSync('/proc/self', join(root, 'self'));
    const paths = ['file.lean', 'relative.lean', 'chain.lean', 'folder', 'folder/secret.lean', 'folder/not-there.lean'];
    const more = ['folder/not/there.lean', 'folder-chain/secret.lean', 'dangling.lean', 'dangling-chain.lean'];
    for (const file of [...paths, ...more, 'self/environ', 'deep/../folder/secret.lean', join(root, 'file.lean')])
      expect(
        codeOf(() => files.within(file)),
        file,
      ).toBe('path-outside');
  });

  it('is refused for a cycle of links', () => {
    symlinkSync('two', join(root, 'one'));
    symlinkSync('one', join(root, 'two'));
    expect(codeOf(() => files.within('one'))).toBe('path-outside');
    expect(codeOf(() => files.within('one/A.lean'))).toBe('path-outside');
  });

  it('is refused for a pipe, because a read could block forever', ({ skip }) => {
    const { status } = spawnSync('mkfifo', [join(root, 'pipe.lean')]);
    if (status !== 0) return skip('needs mkfifo');
    expect(codeOf(() => files.within('pipe.lean'))).toBe('not-a-file');
  });

  it('never results from an accepted path', () => {
    symlinkSync(join(around, 'outside'), join(root, 'folder'));
    const part = fc.constantFrom('..', '.', '', 'deep', 'A.lean', 'folder', 'x', 'project', 'secret.lean');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
        const file = `${isAbsolute ? '/' : ''}${parts.join('/')}`;
        if (codeOf(() => files.within(file)) !== null) return;
        const path = files.within(file);
        const real = existsSync(path) ? realpathSync(path) : path;
        expect(relative(root, real).split('/')[0]).not.toBe('..');
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text in a request', () => {
  const posted = (): string[] => {
    const folder = join(root, '.lemmahead', 'posted');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is stored as a temporary file in the project', async () => {
    const text = '\uFEFFtheorem «ä b» : 1 = 1 := by\r\n  sorry\n';
    const path = await files.withLeanFile({ text }, async (file) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(relative(root, file)).toMatch(/^\.lemmahead\/posted\/text-[^/]+\/Posted\.lean$/u);
      expect(files.within(file)).toBe(file);
      return file;
    });
    expect(existsSync(path)).toBe(false);
    expect(posted()).toEqual([]);
  });

  it('is removed if the work throws, synchronously or asynchronously', async () => {
    await expect(files.withLeanFile({ text: 'x' }, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
    const throwsSynchronously = (): Promise<void> => {
      throw new Error('immediately');
    };
    await expect(files.withLeanFile({ text: 'x' }, throwsSynchronously)).rejects.toThrow('immediately');
    expect(posted()).toEqual([]);
  });

  it('of a killed server is removed after a day, when the next text is stored', async () => {
    writeFiles(join(root, '.lemmahead', 'posted'), { 'text-oldold/Posted.lean': 'x', 'text-newnew/Posted.lean': 'x' });
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    utimesSync(join(root, '.lemmahead', 'posted', 'text-oldold'), twoDaysAgo, twoDaysAgo);
    await files.withLeanFile({ text: 'x' }, async () => undefined);
    expect(posted()).toEqual(['text-newnew']);
  });

  it('may be empty, and several texts can be stored concurrently', async () => {
    const texts = ['', ...Array.from({ length: 20 }, (_, k) => `-- ${k}`)];
    const read = await Promise.all(
      texts.map((text) => files.withLeanFile({ text }, async (file) => readFileSync(file, 'utf8'))),
    );
    expect(read).toEqual(texts);
    expect(posted()).toEqual([]);
  });

  it('is stored in the data folder of lemmahead if there is no project', async () => {
    const loose = new RequestFiles({ projectRoot: null, dataHome: join(around, 'data') }, join(root, 'deep'));
    await loose.withLeanFile({ text: 'x' }, async (file) => {
      expect(relative(join(around, 'data', 'posted'), file)).toMatch(/^text-[^/]+\/Posted\.lean$/u);
    });
    expect(readdirSync(join(root, 'deep'))).toEqual(['B.lean']);
  });

  it('appears in results by its file name only', async () => {
    const loose = new RequestFiles({ projectRoot: null, dataHome: join(around, 'da"ta') }, join(root, 'deep'));
    for (const each of [files, loose]) {
      await each.withLeanFile({ text: 'x' }, async (file) => {
        const report = {
          file,
          next: `prove ${relative(each.root, file)}`,
          diff: `--- a/${file}\n+++ b/${file}`,
          other: 'A.lean',
        };
        const expected = {
          file: 'Posted.lean',
          next: 'prove Posted.lean',
          diff: '--- a/Posted.lean\n+++ b/Posted.lean',
          other: 'A.lean',
        };
        expect(each.withoutScratchPaths([report, report])).toEqual([expected, expected]);
      });
    }
    const others = {
      file: join(root, 'text-abcdef', 'Posted.lean'),
      text: 'posted/text-abcdef/Posted.lean',
      none: null,
    };
    expect(files.withoutScratchPaths(others)).toEqual(others);
  });

  it('excludes a file: exactly one of both is required, and the error lists the fields', async () => {
    const work = (file: string): Promise<string> => Promise.resolve(file);
    expect(await files.withLeanFile({ file: 'A.lean' }, work)).toBe(join(root, 'A.lean'));
    for (const request of [{}, { file: 'A.lean', text: '' }]) {
      const failed = await files.withLeanFile(request, work, ORIGINAL).catch((error: unknown) => error);
      expect((failed as Failure).detail).toMatchObject({ code: 'bad-request', exit: 'usage' });
      expect((failed as Failure).message).toContain('against and against_text');
    }
    await expect(files.withLeanFile({ file: '../secret.lean' }, work)).rejects.toThrow('not in the server');
  });
});
