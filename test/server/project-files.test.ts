/** Which files a request can reach: those of the project, by whatever road, and the text that came with it while it is needed. */
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync, utimesSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { ORIGINAL, ProjectFiles } from '../../src/server/project-files.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';

let around: string;
let root: string;
let files: ProjectFiles;

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
  files = new ProjectFiles({ projectRoot: root, dataHome: join(around, 'data') }, '/');
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
  ])('is taken: %s', (file) => expect(files.within(file)).toBe(resolve(root, file)));

  it('may be absolute, and follows a link that stays inside', () => {
    expect(files.within(join(root, 'A.lean'))).toBe(join(root, 'A.lean'));
    symlinkSync('deep', join(root, 'link'));
    symlinkSync('../A.lean', join(root, 'deep', 'up'));
    expect(readFileSync(files.within('link/../A.lean'), 'utf8')).toContain('theorem a');
    expect(readFileSync(files.within('link/up'), 'utf8')).toContain('theorem a');
  });

  it('is found through a root that is itself behind a link', () => {
    symlinkSync(root, join(around, 'alias'));
    const aliased = new ProjectFiles({ projectRoot: join(around, 'alias'), dataHome: around }, '/');
    expect(aliased.root).toBe(root);
    expect(aliased.within('A.lean')).toBe(join(root, 'A.lean'));
    // By its own name or by the link's: it is the same file.
    expect(realpathSync(aliased.within(join(around, 'alias', 'A.lean')))).toBe(join(root, 'A.lean'));
    expect(codeOf(() => aliased.within('../secret.lean'))).toBe('path-outside');
  });

  it('is below the working folder where there is no project', () => {
    const loose = new ProjectFiles({ projectRoot: null, dataHome: join(around, 'data') }, join(root, 'deep'));
    expect(loose.within('B.lean')).toBe(join(root, 'deep', 'B.lean'));
    expect(codeOf(() => loose.within('../A.lean'))).toBe('path-outside');
  });
});

describe('a path out of it', () => {
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

  it('is refused behind a link: to a file, to a folder, to a link, through a chain, to what is not there yet', () => {
    symlinkSync(join(around, 'secret.lean'), join(root, 'file.lean'));
    symlinkSync('../secret.lean', join(root, 'relative.lean'));
    symlinkSync(join(around, 'outside'), join(root, 'folder'));
    symlinkSync('file.lean', join(root, 'chain.lean'));
    symlinkSync('folder', join(root, 'folder-chain'));
    symlinkSync(join(around, 'outside', 'not-there-yet.lean'), join(root, 'dangling.lean'));
    symlinkSync('dangling.lean', join(root, 'dangling-chain.lean'));
    symlinkSync('/proc/self', join(root, 'self'));
    const roads = ['file.lean', 'relative.lean', 'chain.lean', 'folder', 'folder/secret.lean', 'folder/not-there.lean'];
    const more = ['folder/not/there.lean', 'folder-chain/secret.lean', 'dangling.lean', 'dangling-chain.lean'];
    for (const file of [...roads, ...more, 'self/environ', 'deep/../folder/secret.lean', join(root, 'file.lean')])
      expect(
        codeOf(() => files.within(file)),
        file,
      ).toBe('path-outside');
  });

  it('is refused where a link leads in a circle', () => {
    symlinkSync('two', join(root, 'one'));
    symlinkSync('one', join(root, 'two'));
    expect(codeOf(() => files.within('one'))).toBe('path-outside');
    expect(codeOf(() => files.within('one/A.lean'))).toBe('path-outside');
  });

  it('is refused where it is no file: a pipe would keep whoever reads it for ever', ({ skip }) => {
    const { status } = spawnSync('mkfifo', [join(root, 'pipe.lean')]);
    if (status !== 0) return skip('needs mkfifo');
    expect(codeOf(() => files.within('pipe.lean'))).toBe('not-a-file');
  });

  it('never comes of any path that is taken', () => {
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

describe('a text', () => {
  const posted = (): string[] => {
    const folder = join(root, '.lemmahead', 'posted');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is a file of the project while it is needed, and nobody else may read it', async () => {
    const text = '\uFEFFtheorem «ä b» : 1 = 1 := by\r\n  sorry\n';
    const path = await files.withLean({ text }, async (file) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(relative(root, file)).toMatch(/^\.lemmahead\/posted\/text-[^/]+\/Posted\.lean$/u);
      expect(files.within(file)).toBe(file);
      return file;
    });
    expect(existsSync(path)).toBe(false);
    expect(posted()).toEqual([]);
  });

  it('is gone where the work throws, at once or later', async () => {
    await expect(files.withLean({ text: 'x' }, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
    const atOnce = (): Promise<void> => {
      throw new Error('at once');
    };
    await expect(files.withLean({ text: 'x' }, atOnce)).rejects.toThrow('at once');
    expect(posted()).toEqual([]);
  });

  it('that a killed server left is removed after a day, with the next text', async () => {
    writeFiles(join(root, '.lemmahead', 'posted'), { 'text-oldold/Posted.lean': 'x', 'text-newnew/Posted.lean': 'x' });
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    utimesSync(join(root, '.lemmahead', 'posted', 'text-oldold'), twoDaysAgo, twoDaysAgo);
    await files.withLean({ text: 'x' }, async () => undefined);
    expect(posted()).toEqual(['text-newnew']);
  });

  it('may be empty, and may come many times at once', async () => {
    const texts = ['', ...Array.from({ length: 20 }, (_, k) => `-- ${k}`)];
    const read = await Promise.all(
      texts.map((text) => files.withLean({ text }, async (file) => readFileSync(file, 'utf8'))),
    );
    expect(read).toEqual(texts);
    expect(posted()).toEqual([]);
  });

  it('lies among the data of lemmahead where there is no project', async () => {
    const loose = new ProjectFiles({ projectRoot: null, dataHome: join(around, 'data') }, join(root, 'deep'));
    await loose.withLean({ text: 'x' }, async (file) => {
      expect(relative(join(around, 'data', 'posted'), file)).toMatch(/^text-[^/]+\/Posted\.lean$/u);
    });
    expect(readdirSync(join(root, 'deep'))).toEqual(['B.lean']);
  });

  it('is called by its bare name in what is told of it, wherever it lay', async () => {
    const loose = new ProjectFiles({ projectRoot: null, dataHome: join(around, 'da"ta') }, join(root, 'deep'));
    for (const each of [files, loose]) {
      await each.withLean({ text: 'x' }, async (file) => {
        const told = {
          file,
          next: `prove ${relative(each.root, file)}`,
          diff: `--- a/${file}\n+++ b/${file}`,
          other: 'A.lean',
        };
        const shown = {
          file: 'Posted.lean',
          next: 'prove Posted.lean',
          diff: '--- a/Posted.lean\n+++ b/Posted.lean',
          other: 'A.lean',
        };
        expect(each.told([told, told])).toEqual([shown, shown]);
      });
    }
    const others = {
      file: join(root, 'text-abcdef', 'Posted.lean'),
      text: 'posted/text-abcdef/Posted.lean',
      none: null,
    };
    expect(files.told(others)).toEqual(others);
  });

  it('or a file: one of them, and said which fields it is about', async () => {
    const work = (file: string): Promise<string> => Promise.resolve(file);
    expect(await files.withLean({ file: 'A.lean' }, work)).toBe(join(root, 'A.lean'));
    for (const request of [{}, { file: 'A.lean', text: '' }]) {
      const failed = await files.withLean(request, work, ORIGINAL).catch((error: unknown) => error);
      expect((failed as Failure).detail).toMatchObject({ code: 'bad-request', exit: 'usage' });
      expect((failed as Failure).message).toContain('against and against_text');
    }
    await expect(files.withLean({ file: '../secret.lean' }, work)).rejects.toThrow('not in the server');
  });
});
