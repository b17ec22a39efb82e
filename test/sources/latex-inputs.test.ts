/** Documents of several files, and malicious documents that try to read files outside their folder. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Document } from '../../src/sources/document.ts';
import { readLatexFiles } from '../../src/sources/latex/read-latex.ts';
import { readDocument } from '../../src/sources/read-document.ts';

/** Writes the files to the folder `book` in a new folder, and reads `book/main.tex`. */
async function read(files: Record<string, string | Uint8Array>, links: Record<string, string> = {}): Promise<Document> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-latex-')));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'book', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, 'book', name));
  return readDocument(join(folder, 'book', 'main.tex'));
}

const problemsOf = ({ problems }: Document): string[] =>
  problems.map(({ code, place }) => `${code} ${place?.line ?? ''}`);
const textOf = ({ pieces }: Document): string => pieces.map(({ body }) => body).join(' ');

const SECRET = { '../secret.tex': 'SECRET' };

describe('LaTeX inputs', () => {
  test('are found with and without extension, without braces, in subfolders, and relative to an imported folder', async () => {
    const document = await read({
      'main.tex':
        '\\input{a} \\input b \\include{sub/c} \\subfile{sub/d.tex} \\import{sub/deep/}{e} \\subimport{sub}{g}\n\\InputIfFileExists{none}{}{}',
      'a.tex': 'wordA',
      'b.tex': 'wordB',
      'sub/c.tex': 'wordC',
      'sub/d.tex': '\\documentclass{subfiles}\nnot this\\begin{document}wordD\\end{document}nor this',
      'sub/deep/e.tex': 'wordE \\input{f}',
      'sub/deep/f.tex': 'wordF',
      'sub/g.tex': 'wordG',
    });
    expect(problemsOf(document)).toEqual([]);
    expect(textOf(document).match(/word\w/g)).toEqual(['wordA', 'wordB', 'wordC', 'wordD', 'wordE', 'wordF', 'wordG']);
    expect(textOf(document)).not.toContain('this');
    expect(document.files.map(({ path }) => path)).toEqual([
      ...['main.tex', 'a.tex', 'b.tex', 'sub/c.tex', 'sub/d.tex', 'sub/deep/e.tex', 'sub/deep/f.tex', 'sub/g.tex'],
    ]);
  });

  test('include definitions of local packages and preambles', async () => {
    const document = await read({
      'main.tex': '\\documentclass{own}\\usepackage{amsmath,mine}\\input{pre}\\begin{document}\\a\\b\\c\\end{document}',
      'own.cls': '\\newcommand{\\a}{one }',
      'mine.sty': '\\newcommand{\\b}{two }\\def\\b@d{no}',
      'pre.tex': 'not text \\newcommand{\\c}{three}',
    });
    expect(problemsOf(document)).toEqual([]);
    expect(textOf(document)).toBe('one two three');
  });

  test.each<[string, string, Record<string, string | Uint8Array>, string]>([
    ['missing', '\n\\input{none} after', {}, 'input-missing 2'],
    ['itself', '\\input{main} after', {}, 'input-recursion 1'],
    ['each other', '\\input{a} after', { 'a.tex': '\\input{b}', 'b.tex': '\n\n\\input{a}' }, 'input-recursion 3'],
    ['not text', '\\input{a} after', { 'a.tex': Uint8Array.of(1, 0, 2) }, 'input-not-text 1'],
    ['a folder', '\\input{sub} after', { 'sub/a.tex': 'x' }, 'input-missing 1'],
    ['absolute', '\\input{/etc/passwd} after', {}, 'input-outside 1'],
    ['above', '\\input{../secret} after', SECRET, 'input-outside 1'],
    ['above by a folder', '\\input{sub/../../secret.tex} after', { ...SECRET, 'sub/a.tex': '' }, 'input-outside 1'],
    ['above by an import', '\\import{..}{secret} after', SECRET, 'input-outside 1'],
  ])('report a problem and read the rest: %s', async (_, source, others, problem) => {
    const document = await read({ 'main.tex': source, ...others });
    expect(problemsOf(document)).toEqual([problem]);
    expect(textOf(document)).toBe('after');
  });

  test('follow links inside the folder but not links that lead out of it', async () => {
    const files = { 'main.tex': '\\input{out} \\input{in} \\input{dir/secret}', ...SECRET, 'a.tex': 'inside' };
    const document = await read(files, { 'out.tex': '../secret.tex', 'in.tex': 'a.tex', dir: '..' });
    expect(problemsOf(document)).toEqual(['input-outside 1', 'input-outside 1']);
    expect(textOf(document)).toBe('inside');
    expect(document.files.map(({ path }) => path)).toEqual(['main.tex', 'a.tex']);
  });

  test('end if files input each other exponentially often', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}.tex`, `\\input{f${at + 1}}\\input{f${at + 1}}`]),
    );
    const document = await read({ 'main.tex': '\\input{f0} after', ...files, 'f40.tex': 'x' });
    expect(document.problems.map(({ code }) => code)).toContain('input-too-many');
    expect(textOf(document)).toContain('after');
  });

  test('count lines with CRLF line ends', async () => {
    const document = await read({ 'main.tex': 'a\r\n\r\n\\begin{lemma}\r\nb\r\n\\end{lemma}\r\n' });
    expect(document.pieces.map(({ body, place }) => [body, place.line])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
  });
});

describe('readDocument on the first file', () => {
  test.each([
    ['none.tex', 'document-unreadable'],
    ['folder.tex', 'document-unreadable'],
    ['binary.tex', 'document-not-text'],
    ['binary.md', 'document-not-text'],
    ['binary.txt', 'document-not-text'],
    ['a.docx', 'format-unknown'],
  ])('rejects %s with %s', async (name, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-latex-'));
    mkdirSync(join(folder, 'folder.tex'));
    for (const ending of ['tex', 'md', 'txt']) writeFileSync(join(folder, `binary.${ending}`), Uint8Array.of(0, 1));
    await expect(readDocument(join(folder, name))).rejects.toMatchObject({ detail: { code } });
  });

  test('returns no pieces for an empty file', async () => {
    expect((await read({ 'main.tex': '' })).pieces).toEqual([]);
  });
});

test('readDocument follows a link to the first file and reads the inputs relative to its target', async () => {
  const document = await read(
    { 'sub/real.ltx': 'wordA \\input{b}', 'sub/b.tex': 'wordB' },
    { 'main.tex': 'sub/real.ltx' },
  );
  expect(problemsOf(document)).toEqual([]);
  expect(textOf(document)).toBe('wordA\nwordB');
});

test('readLatexFiles rejects a first file that is too large', async () => {
  const files = { open: () => 'input-too-large' as const };
  await expect(readLatexFiles(files, 'main.tex', {})).rejects.toThrow('Cannot read main.tex.');
});
