/** Checks that the contributor pages are short, and that the files and names they mention exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';

const MAX_LINES = 60;

/** A path in this repository. `src/commands/<name>.ts` stands for a new file and does not match. */
const PATH = /^(?:[\w.-]+\/)+(?:[\w.-]+)?$|^[\w-]+\.(?:ts|js|json|md)$/;

/** A name of several words, such as `buildProgram`, `Channel` or `KEY_VARIABLES`. Other words in backticks are not checked. */
const NAME = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]\w*|[A-Z]{3,}(?:_[A-Z]+)*)$/;

const PLACEHOLDERS = new Set(['NAME', 'FOLDER', 'FILE']);

const folder = join(ROOT, 'docs', 'contributing');

function declares(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|class|interface|type) ${name}\\b`).test(text);
}

describe.each(readdirSync(folder))('docs/contributing/%s', (file) => {
  const page = readFileSync(join(folder, file), 'utf8');
  const quoted = [...new Set([...page.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!))];
  const paths = quoted.filter((word) => PATH.test(word));

  test(`has at most ${MAX_LINES} lines`, () =>
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES));

  test('mentions existing files', () => {
    const inRepository = paths.filter((path) => /^(?:src|test|docs|page|bench|fixtures)\/|^[\w-]+\.\w+$/.test(path));
    expect(inRepository.length).toBeGreaterThan(0);
    expect(inRepository.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('mentions names that the files on the page declare', () => {
    const sources = paths.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
    const text = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const names = quoted.filter((word) => NAME.test(word) && !PLACEHOLDERS.has(word));
    expect(names.filter((name) => !declares(text, name))).toEqual([]);
  });
});
