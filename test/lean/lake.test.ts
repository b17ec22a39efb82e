import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gitHead } from '../../src/lean/git-head.ts';
import { manifestPackages, projectName, toolchainOf } from '../../src/lean/lake-project.ts';
import { leanLibraries } from '../../src/lean/lakefile.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-lake-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (files: Record<string, string>): void => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
};

describe('the libraries of a lakefile', () => {
  test('in TOML', () => {
    write({
      'lakefile.toml':
        'defaultTargets = ["Foo"]\nsrcDir = "src"\n[[lean_lib]]\nname = "Foo"\n[[lean_lib]]\nname = "Test"\nsrcDir = "t"\nglobs = ["Test.+"]\n',
    });
    expect(leanLibraries(folder)).toEqual([
      { name: 'Foo', sourceDir: 'src', roots: ['Foo'], isDefault: true },
      { name: 'Test', sourceDir: 'src/t', roots: ['Test'], isDefault: false },
    ]);
  });

  test('in Lean, without running it', () => {
    write({
      'lakefile.lean': `
-- lean_lib Comment
package «my-package» where
  leanOptions := #[⟨\`autoImplicit, false⟩]

@[default_target]
lean_lib «Foo» where
  roots := #[\`Foo, \`FooExtra.Sub]
  srcDir := "src"

lean_lib Docs { globs := #[.submodules \`Docs] }

lean_exe tool where
  srcDir := "scripts"
`,
    });
    expect(leanLibraries(folder)).toEqual([
      { name: 'Foo', sourceDir: 'src', roots: ['Foo', 'FooExtra.Sub'], isDefault: true },
      { name: 'Docs', sourceDir: '', roots: ['Docs'], isDefault: false },
    ]);
  });

  test('of a folder without lakefile, or a broken one, are unknown', () => {
    expect(leanLibraries(folder)).toBeNull();
    write({ 'lakefile.toml': '[[lean_lib' });
    expect(leanLibraries(folder)).toBeNull();
  });
});

describe('the name of a project', () => {
  test.each([
    ['TOML', 'lakefile.toml', 'name = "orchard"\n[[lean_lib]]\nname = "Orchard"\n'],
    ['Lean', 'lakefile.lean', 'import Lake\n-- package commented\npackage orchard where\n  version := v!"1"\n'],
    ['Lean with guillemets', 'lakefile.lean', 'package «orchard» {\n}\n'],
    ['Lean with a string', 'lakefile.lean', '@[default_target]\npackage "orchard"\n'],
  ])('is that of its lakefile in %s', (_, file, text) => {
    write({ [file]: text });
    expect(projectName(folder)).toBe('orchard');
  });

  test('is the manifest first, and the folder where nothing says it', () => {
    write({ 'lakefile.toml': 'name = "orchard"\n', 'lake-manifest.json': '{"name": "«grove»", "packages": []}' });
    expect(projectName(folder)).toBe('grove');
    write({ 'lake-manifest.json': '{"packages": []}' });
    expect(projectName(folder)).toBe('orchard');
    for (const text of ['', 'name = 7\n', 'no TOML = = at all'] as const) {
      write({ 'lakefile.toml': text });
      expect(projectName(folder), text).toBe(basename(folder));
    }
  });
});

describe('the manifest', () => {
  test('of today, with a sub-folder and an override', () => {
    write({
      'lake-manifest.json': JSON.stringify({
        packagesDir: 'deps',
        packages: [
          { type: 'git', name: '«doc-gen4»', rev: 'abc', subDir: 'lean' },
          { type: 'git', name: 'over', rev: 'abc' },
        ],
      }),
      '.lake/package-overrides.json': JSON.stringify({ packages: [{ type: 'path', name: 'over', dir: '../over' }] }),
    });
    expect(manifestPackages(folder)).toEqual([
      { name: 'doc-gen4', root: join(folder, 'deps/doc-gen4/lean'), kind: 'git', wantedRev: 'abc' },
      { name: 'over', root: join(dirname(folder), 'over'), kind: 'path', wantedRev: null },
    ]);
  });

  test('of an old Lake', () => {
    write({
      'lake-manifest.json': JSON.stringify({
        version: 5,
        packages: [{ git: { name: 'std', rev: 'abc' } }, { path: { name: 'p', dir: './p' } }],
      }),
    });
    expect(manifestPackages(folder)).toEqual([
      { name: 'std', root: join(folder, 'lake-packages/std'), kind: 'git', wantedRev: 'abc' },
      { name: 'p', root: join(folder, 'p'), kind: 'path', wantedRev: null },
    ]);
  });

  test('that is not there names nothing; one that is no JSON is an error, for its packages would be left out unsaid', () => {
    expect(manifestPackages(folder)).toEqual([]);
    for (const content of ['<<<<<<<', 'null', '']) {
      write({ 'lake-manifest.json': content });
      expect(() => manifestPackages(folder)).toThrow(/lake-manifest\.json cannot be read/u);
    }
  });
});

test('a toolchain is given in full', () => {
  expect(toolchainOf(folder)).toBeNull();
  write({ 'lean-toolchain': 'v4.9.0\n' });
  expect(toolchainOf(folder)).toBe('leanprover/lean4:v4.9.0');
});

describe('the commit of a checkout', () => {
  const commit = 'a'.repeat(40);

  test.each<[string, Record<string, string>]>([
    ['detached', { '.git/HEAD': `${commit}\n` }],
    ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }],
    [
      'with packed refs',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${commit} refs/heads/main\n` },
    ],
    [
      'of a worktree',
      {
        '.git': 'gitdir: real/worktrees/w\n',
        'real/worktrees/w/HEAD': 'ref: refs/heads/x\n',
        'real/worktrees/w/commondir': '../..\n',
        'real/refs/heads/x': `${commit}\n`,
      },
    ],
  ])('%s', (_how, files) => {
    write(files);
    mkdirSync(join(folder, 'sub/folder'), { recursive: true });
    expect(gitHead(folder)).toBe(commit);
    expect(gitHead(join(folder, 'sub/folder'))).toBe(commit);
  });

  test('of a branch without a commit is unknown', () => {
    write({ '.git/HEAD': 'ref: refs/heads/main\n' });
    expect(gitHead(folder)).toBeNull();
  });
});
