import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gitHead } from '../../src/lean/git-head.ts';
import { manifestPackages } from '../../src/lean/lake-manifest.ts';
import { projectName, toolchainOf } from '../../src/lean/lake-project.ts';
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

describe('leanLibraries', () => {
  test('reads a lakefile in TOML', () => {
    write({
      'lakefile.toml':
        'defaultTargets = ["Foo"]\nsrcDir = "src"\n[[lean_lib]]\nname = "Foo"\n[[lean_lib]]\nname = "Test"\nsrcDir = "t"\nglobs = ["Test.+"]\n',
    });
    expect(leanLibraries(folder)).toEqual([
      { name: 'Foo', sourceDir: 'src', roots: ['Foo'], isDefault: true },
      { name: 'Test', sourceDir: 'src/t', roots: ['Test'], isDefault: false },
    ]);
  });

  test('reads a lakefile in Lean without running it', () => {
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

  test('returns null without a lakefile or with a broken one', () => {
    expect(leanLibraries(folder)).toBeNull();
    write({ 'lakefile.toml': '[[lean_lib' });
    expect(leanLibraries(folder)).toBeNull();
  });
});

describe('projectName', () => {
  test.each([
    ['TOML', 'lakefile.toml', 'name = "orchard"\n[[lean_lib]]\nname = "Orchard"\n'],
    ['Lean', 'lakefile.lean', 'import Lake\n-- package commented\npackage orchard where\n  version := v!"1"\n'],
    ['Lean with guillemets', 'lakefile.lean', 'package «orchard» {\n}\n'],
    ['Lean with a string', 'lakefile.lean', '@[default_target]\npackage "orchard"\n'],
  ])('reads the lakefile in %s', (_, file, text) => {
    write({ [file]: text });
    expect(projectName(folder)).toBe('orchard');
  });

  test('prefers the manifest and falls back to the folder name', () => {
    write({ 'lakefile.toml': 'name = "orchard"\n', 'lake-manifest.json': '{"name": "«grove»", "packages": []}' });
    expect(projectName(folder)).toBe('grove');
    write({ 'lake-manifest.json': '{"packages": []}' });
    expect(projectName(folder)).toBe('orchard');
    for (const text of ['', 'name = 7\n', 'not TOML = = at all'] as const) {
      write({ 'lakefile.toml': text });
      expect(projectName(folder), text).toBe(basename(folder));
    }
  });
});

describe('manifestPackages', () => {
  test('reads a current manifest with a sub-folder and an override', () => {
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
      { name: 'doc-gen4', root: join(folder, 'deps/doc-gen4/lean'), kind: 'git', requiredRev: 'abc' },
      { name: 'over', root: join(dirname(folder), 'over'), kind: 'path', requiredRev: null },
    ]);
  });

  test('reads a manifest of an old Lake', () => {
    write({
      'lake-manifest.json': JSON.stringify({
        version: 5,
        packages: [{ git: { name: 'std', rev: 'abc' } }, { path: { name: 'p', dir: './p' } }],
      }),
    });
    expect(manifestPackages(folder)).toEqual([
      { name: 'std', root: join(folder, 'lake-packages/std'), kind: 'git', requiredRev: 'abc' },
      { name: 'p', root: join(folder, 'p'), kind: 'path', requiredRev: null },
    ]);
  });

  test('returns nothing without a manifest and throws if it is not JSON, because packages would be missing silently', () => {
    expect(manifestPackages(folder)).toEqual([]);
    for (const content of ['<<<<<<<', 'null', '']) {
      write({ 'lake-manifest.json': content });
      expect(() => manifestPackages(folder)).toThrow(/lake-manifest\.json cannot be read/u);
    }
  });
});

test('toolchainOf returns the full name of the toolchain', () => {
  expect(toolchainOf(folder)).toBeNull();
  write({ 'lean-toolchain': 'v4.9.0\n' });
  expect(toolchainOf(folder)).toBe('leanprover/lean4:v4.9.0');
});

describe('gitHead finds the commit of a checkout', () => {
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

  test('returns null for a branch without a commit', () => {
    write({ '.git/HEAD': 'ref: refs/heads/main\n' });
    expect(gitHead(folder)).toBeNull();
  });
});
