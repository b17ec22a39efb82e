import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { gitHubRepository } from '../../src/lean/git-remote.ts';
import { makeLink, type Links } from '../../src/session/source-links.ts';

const COMMIT = 'a'.repeat(40);
const ROW = { module: 'A.B', filePath: 'A/B.lean', lineStart: 3, lineEnd: 5, isPrivate: false };

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-links-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

interface Given {
  name?: string;
  root: string;
  rev?: string;
  kind?: string;
  projectRoot?: string;
  docsSite?: string;
  row?: Partial<typeof ROW & { name: string }>;
}

function linksOf({ name = 'mine', root, rev = COMMIT, kind = 'project', projectRoot, docsSite, row }: Given): Links {
  const index = { all: () => [{ name, root, rev, kind }] } as unknown as LibraryIndex;
  const link = makeLink(index, { projectRoot: projectRoot ?? null, docsSite: docsSite ?? null });
  return link({ ...ROW, name: 'A.b', package: name, ...row });
}

const gitConfig = (url: string): string =>
  `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +a:b\n`;

describe('the link to the source', () => {
  it.each(['https://github.com/me/proj.git', 'git@github.com:me/proj.git', 'ssh://git@github.com/me/proj'])(
    'is to the lines at the commit, with the remote %s',
    (url) => {
      const root = folderWith({ '.git/config': gitConfig(url), 'lean/lakefile.toml': '' });
      expect(linksOf({ root }).source).toBe(`https://github.com/me/proj/blob/${COMMIT}/A/B.lean#L3-L5`);
      expect(linksOf({ root: join(root, 'lean'), row: { lineEnd: 3 } }).source).toBe(
        `https://github.com/me/proj/blob/${COMMIT}/lean/A/B.lean#L3`,
      );
    },
  );

  it('comes from the manifest if the package is not a checkout', () => {
    const git = { type: 'git', name: 'dep', url: 'https://github.com/you/dep', rev: COMMIT, subDir: 'src' };
    const projectRoot = folderWith({ 'lake-manifest.json': JSON.stringify({ packages: [git] }) });
    const root = join(projectRoot, '.lake/packages/dep/src');
    expect(linksOf({ name: 'dep', root, rev: 'unknown', kind: 'git', projectRoot }).source).toBe(
      `https://github.com/you/dep/blob/${COMMIT}/src/A/B.lean#L3-L5`,
    );
  });

  it('of the toolchain is to its version', () => {
    const given = { name: 'lean4', root: '/t/src/lean', kind: 'toolchain' };
    expect(linksOf({ ...given, rev: 'leanprover/lean4:v4.9.0' }).source).toBe(
      'https://github.com/leanprover/lean4/blob/v4.9.0/src/A/B.lean#L3-L5',
    );
    expect(linksOf({ ...given, rev: 'my/fork:v4.9.0' }).source).toBeNull();
  });

  it('is absent without a commit, a remote on GitHub, or a checkout', () => {
    const root = folderWith({ '.git/config': gitConfig('https://github.com/me/proj') });
    expect(linksOf({ root, rev: 'unknown' }).source).toBeNull();
    expect(linksOf({ root: folderWith({ '.git/config': gitConfig('/srv/proj') }) }).source).toBeNull();
    expect(linksOf({ root: folderWith({}) }).source).toBeNull();
  });

  it.each([
    'https://github.com.evil.org/a/b',
    'https://evil.org/github.com/a/b',
    'javascript:alert(1)//github.com/a/b',
    'https://github.com/a/..',
    'https://github.com/a/b?c#d',
    'https://github.com/a/b/c',
  ])('is never made from %s', (url) => {
    expect(gitHubRepository(url)).toBeNull();
  });
});

describe('the link to the documentation', () => {
  it("is to Mathlib's site for Mathlib, what it requires, and the toolchain", () => {
    const page = 'https://leanprover-community.github.io/mathlib4_docs/A/B.html#A.b';
    expect(linksOf({ name: 'mathlib', root: '/', kind: 'git' }).documentation).toBe(page);
    expect(linksOf({ name: 'batteries', root: '/', kind: 'git' }).documentation).toBe(page);
    expect(linksOf({ name: 'lean4', root: '/', kind: 'toolchain' }).documentation).toBe(page);
    expect(linksOf({ name: 'cli', root: '/' }).documentation).toBeNull();
  });

  it('is to the configured site for other packages', () => {
    expect(linksOf({ root: '/', docsSite: 'https://example.org/docs/' }).documentation).toBe(
      'https://example.org/docs/A/B.html#A.b',
    );
    expect(linksOf({ root: '/', docsSite: 'https://example.org', row: { isPrivate: true } }).documentation).toBeNull();
  });
});

it('names and paths of a library cannot change the address', () => {
  const root = folderWith({ '.git/config': gitConfig('https://github.com/me/proj') });
  const row = { name: '"><img>#?&', module: '..:"<b>', filePath: 'a b/?x#"<.lean' };
  const { source, documentation } = linksOf({ root, docsSite: 'https://example.org', row });
  expect(source).toBe(`https://github.com/me/proj/blob/${COMMIT}/a%20b/%3Fx%23%22%3C.lean#L3-L5`);
  expect(documentation).toMatch(/^https:\/\/example\.org\/[^<>"\s]*\.html#%22%3E%3Cimg%3E%23%3F%26$/u);
});
