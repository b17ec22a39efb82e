import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRevisions, namedRoots, projectRoots } from '../../src/index/roots.ts';
import { buildIndex } from '../../src/index/build.ts';
import { ensureFresh } from '../../src/index/ensure-fresh.ts';
import { openIndex } from '../../src/index/open.ts';
import { readStats } from '../../src/index/stats.ts';
import { contentHash } from '../../src/index/source-text.ts';
import { manifestText } from '../../src/lean/lake-manifest.ts';
import { buildRoots } from './build-request.ts';
import { indexContent } from './index-content.ts';
import { RandomLibrary } from './random-library.ts';
import { temporaryFolder, writeFiles } from './temporary.ts';

const namesOf = (path: string): string[] => {
  const index = openIndex(path);
  try {
    return index.all<{ name: string }>('SELECT name FROM decls ORDER BY name').map(({ name }) => name);
  } finally {
    index.close();
  }
};

describe('a build', () => {
  test('gives the same digest and rows for sources in another folder that were written in another order', async () => {
    const folder = temporaryFolder();
    new RandomLibrary(join(folder, 'one'), 5, 15);
    const copy = join(folder, 'elsewhere');
    for (const path of readdirSync(join(folder, 'one'), { recursive: true, encoding: 'utf8' }).toReversed()) {
      if (path.endsWith('.lean')) writeFiles(copy, { [path]: readFileSync(join(folder, 'one', path)) });
    }
    await buildRoots(join(folder, 'a.sqlite'), { Lib: join(folder, 'one') });
    await buildRoots(join(folder, 'b.sqlite'), { Lib: copy });
    expect(indexContent(join(folder, 'a.sqlite'))).toEqual(indexContent(join(folder, 'b.sqlite')));
  });

  test('does nothing if nothing has changed, and reads a file with a new time only if its content is new', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': 'def a := 1\n', 'B.lean': 'def b := 1\n' });
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ extent: 'full', filesRead: 2, declarations: 2 });
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ extent: 'none', filesRead: 0, declarations: 2 });
    utimesSync(join(root, 'A.lean'), 1, 1);
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ extent: 'none', filesRead: 0 });
    writeFileSync(join(root, 'A.lean'), 'def c := 1\n');
    utimesSync(join(root, 'A.lean'), 1, 1);
    expect(await buildRoots(index, { Lib: root }), 'same size and time').toMatchObject({ extent: 'none' });
    expect(await buildRoots(index, { Lib: root }, { rehash: true })).toMatchObject({ extent: 'update', filesRead: 1 });
    expect(namesOf(index)).toEqual(['b', 'c']);
  });

  test('marks generated statements that the term parser cannot read, in a build and in an update', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    const lemma = (statement: string) => `@[to_additive add_foo] theorem mul_foo : ${statement} := h\n`;
    const root = writeFiles(join(folder, 'lib'), { 'A.lean': lemma('a * b = c') });
    const marks = () => {
      const opened = openIndex(index);
      const rows = opened.rows(opened.all<{ id: number }>('SELECT id FROM decls ORDER BY name').map(({ id }) => id));
      const stats = readStats(opened);
      opened.close();
      return [rows.map(({ name, isApproximate }) => `${name} ${isApproximate}`), stats.approximate, stats.unreadable];
    };
    await buildRoots(index, { Lib: root });
    expect(marks()).toEqual([['add_foo false', 'mul_foo false'], 0, 0]);
    writeFileSync(join(root, 'A.lean'), lemma('a * ♠ ) = c'));
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ extent: 'update' });
    expect(marks()).toEqual([['add_foo true', 'mul_foo false'], 1, 1]);
    await buildRoots(join(folder, 'full.sqlite'), { Lib: root });
    expect(indexContent(index)).toEqual(indexContent(join(folder, 'full.sqlite')));
  });

  test('marks translated statements that name what nothing has, in a build and in updates', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    const root = join(folder, 'lib');
    const translated = '@[to_additive] theorem mul_foo {M : Type} (a b : M) : a.mul_bar = b.size ∧ a * b = b := h\n';
    const marks = async (name: string, files: Record<string, string>): Promise<[extent: string, marked: boolean]> => {
      writeFiles(root, files);
      const { extent } = await buildRoots(index, { Lib: root });
      const opened = openIndex(index);
      const [row] = opened.rows(opened.idsByName(name));
      expect(readStats(opened).unknownNames).toBe(Number(row!.isApproximate));
      opened.close();
      await buildRoots(join(folder, 'full.sqlite'), { Lib: root });
      expect(indexContent(index)).toEqual(indexContent(join(folder, 'full.sqlite')));
      return [extent, row!.isApproximate];
    };
    const dictionary = {
      'D.lean': 'def ToAdditive.nameDict : Std.HashMap String (List String) := .ofList [("mul", ["Add"])]\n',
    };
    const field = 'theorem N.add_bar : 0 = 0 := rfl\n';
    // `size` and the name that `+` stands for are not declared either, but the translation did not make them up.
    expect(await marks('add_foo', { ...dictionary, 'A.lean': translated, 'B.lean': field })).toEqual(['full', false]);
    expect(await marks('add_foo', { 'B.lean': 'def n := 1\n' })).toEqual(['update', true]);
    expect(await marks('add_foo', { 'B.lean': field })).toEqual(['update', false]);
  });

  test('replaces the packages of the index; with --add it keeps them', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    const one = writeFiles(join(folder, 'one'), { 'One.lean': 'def one := 1\n' });
    const two = writeFiles(join(folder, 'two'), { 'Two.lean': 'def two := 2\n' });
    await buildRoots(index, { One: one });
    await buildRoots(index, { Two: two }, { add: true });
    expect(namesOf(index)).toEqual(['one', 'two']);
    const rebuilt = join(folder, 'rebuilt.sqlite');
    await buildRoots(rebuilt, { Two: two, One: one });
    expect(indexContent(index)).toEqual(indexContent(rebuilt));
    await buildRoots(index, { Two: two });
    expect(namesOf(index)).toEqual(['two']);
  });

  test('generates names again in a file that depends on a changed declaration of another file', async () => {
    const folder = temporaryFolder();
    const index = join(folder, 'index.sqlite');
    const library = (name: string): Record<string, string> => ({
      'A.lean': `structure Pt where\n  fst : Nat\n  ${name} : Nat\n`,
      'B.lean': 'import A\n\n@[simps]\ndef origin : Pt := ⟨0, 0⟩\n',
    });
    const root = writeFiles(join(folder, 'lib'), library('snd'));
    await buildRoots(index, { Lib: root });
    expect(namesOf(index)).toContain('origin_snd');
    writeFiles(root, library('second'));
    expect(await buildRoots(index, { Lib: root })).toMatchObject({ extent: 'update', filesRead: 1 });
    expect(namesOf(index)).toContain('origin_second');
    expect(namesOf(index)).not.toContain('origin_snd');
  });
});

test('generated names get new lines if their source moves to other lines', async () => {
  const folder = temporaryFolder();
  const index = join(folder, 'index.sqlite');
  const origin = '@[simps]\ndef origin : Pt := ⟨0, 0⟩\n';
  const root = writeFiles(join(folder, 'lib'), { 'A.lean': `structure Pt where\n  fst : Nat\n\n${origin}` });
  await buildRoots(index, { Lib: root });
  const generated = (): unknown => {
    const opened = openIndex(index);
    const lines = opened.all<{ line: number }>("SELECT line_start AS line FROM decls WHERE name = 'origin_fst'");
    opened.close();
    return lines;
  };
  expect(generated()).toEqual([{ line: 5 }]);
  writeFiles(root, {
    'A.lean': `structure Pt where\n  fst : Nat\n\n-- One\n-- or two more lines.\n${origin}\ntheorem more : 1 = 1 := rfl\n`,
  });
  expect((await buildRoots(index, { Lib: root })).extent).toBe('update');
  expect(generated()).toEqual([{ line: 7 }]);
  const rebuilt = join(folder, 'rebuilt.sqlite');
  await buildRoots(rebuilt, { Lib: root });
  expect(indexContent(index)).toEqual(indexContent(rebuilt));
});

describe('--rev', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  const checkout = (): string =>
    writeFiles(temporaryFolder(), {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `${commit} refs/heads/main\n`,
    });

  test('accepts the commit, also abbreviated, and rejects any other', () => {
    const { packages } = namedRoots([{ name: 'Lib', path: checkout() }], '/');
    expect(packages[0]!.rev).toBe(commit);
    checkRevisions(packages, { Lib: commit });
    checkRevisions(packages, { Lib: commit.slice(0, 10) });
    expect(() => checkRevisions(packages, { Lib: 'f'.repeat(40) })).toThrow(`is at commit ${commit}`);
    expect(() => checkRevisions(packages, { Lib: '' })).toThrow();
    expect(() => checkRevisions(packages, { Other: commit })).toThrow('no such package');
  });

  test('rejects a tree without Git, because its commit is unknown', () => {
    const { packages } = namedRoots([{ name: 'Lib', path: temporaryFolder() }], '/');
    expect(packages[0]!.rev).toBe('unknown');
    expect(() => checkRevisions(packages, { Lib: commit })).toThrow('is not a Git checkout');
  });
});

/** A project with a git package, a path package and a toolchain. */
function makeProject(): { project: string; elanHome: string } {
  const folder = temporaryFolder();
  const project = writeFiles(join(folder, 'mine'), {
    'lakefile.toml': 'name = "mine"\n[[lean_lib]]\nname = "Mine"\n',
    'lean-toolchain': 'leanprover/lean4:v4.30.0\n',
    'lake-manifest.json': JSON.stringify({
      version: '1.2.0',
      name: 'mine',
      packagesDir: '.lake/packages',
      packages: [
        { name: 'dep', type: 'git', url: 'https://example.org/dep', rev: '0'.repeat(40), subDir: null },
        { name: 'side', type: 'path', dir: 'side' },
        { name: 'missing', type: 'git', url: 'https://example.org/missing', rev: '0'.repeat(40) },
      ],
    }),
    'Mine/Basic.lean': 'def mine := 1\n',
    '.lake/packages/dep/lakefile.lean':
      'import Lake\nopen Lake DSL\npackage dep\n\n@[default_target]\nlean_lib Dep where\n  srcDir := "src"\n\nlean_lib DepTest\n',
    '.lake/packages/dep/src/Dep/Basic.lean': 'def dep := 1\n',
    '.lake/packages/dep/DepTest/Test.lean': 'def dep_test := 1\n',
    'side/lakefile.toml': 'name = "side"\n[[lean_lib]]\nname = "Side"\n',
    'side/Side.lean': 'def side := 1\n',
  });
  writeFiles(join(folder, 'elan/toolchains/leanprover--lean4---v4.30.0/src/lean'), {
    'Init/Core.lean': 'def core := 1\n',
    'Lake/Main.lean': 'def lake := 1\n',
  });
  return { project, elanHome: join(folder, 'elan') };
}

describe('in a Lake project', () => {
  const buildProject = (index: string, { project, elanHome }: ReturnType<typeof makeProject>) =>
    buildIndex({
      ...projectRoots(project, elanHome),
      indexPath: index,
      add: false,
      rehash: false,
      manifestHash: contentHash(manifestText(project)),
      signal: new AbortController().signal,
      weights: null,
      onProgress: () => undefined,
    });

  test('an index contains the project, its existing packages and the toolchain', async () => {
    const made = makeProject();
    const index = join(made.project, '.lemmahead', 'index.sqlite');
    const outcome = await buildProject(index, made);
    expect(outcome.packages.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'dep git',
      'lean4 toolchain',
      'mine project',
      'side path',
    ]);
    expect(outcome.toolchain).toBe('leanprover/lean4:v4.30.0');
    expect(outcome.warnings).toMatchObject([expect.stringContaining('package missing is not at')]);
    expect(namesOf(index)).toEqual(['core', 'dep', 'mine', 'side']);
    const opened = openIndex(index);
    expect(opened.row(opened.idsByName('dep')[0]!)).toMatchObject({
      module: 'Dep.Basic',
      filePath: 'src/Dep/Basic.lean',
      package: 'dep',
    });
    opened.close();
  });

  test('a search first reads changed files of the project and warns about a changed manifest', async () => {
    const made = makeProject();
    const index = join(made.project, '.lemmahead', 'index.sqlite');
    const freshen = () =>
      ensureFresh({ indexPath: index, projectRoot: made.project, signal: new AbortController().signal });
    expect(await freshen(), 'without an index there is nothing to do').toEqual([]);
    await buildProject(index, made);
    expect(await freshen()).toEqual([]);
    renameSync(join(made.project, 'Mine/Basic.lean'), join(made.project, 'Mine/Moved.lean'));
    writeFileSync(join(made.project, 'Mine/New.lean'), 'def brand_new := 1\n');
    rmSync(join(made.project, '.lake/packages/dep/src/Dep/Basic.lean'));
    expect(await freshen()).toEqual([]);
    expect(namesOf(index)).toEqual(['brand_new', 'core', 'dep', 'mine', 'side']);
    writeFileSync(join(made.project, 'lake-manifest.json'), '{"version": "1.2.0", "packages": []}');
    expect(await freshen()).toEqual([expect.stringContaining('lake-manifest.json has changed')]);
    expect(await freshen(), 'the warning is repeated').toHaveLength(1);
  });
});
