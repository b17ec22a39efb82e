/** Papers as arXiv gives them: archives of LaTeX, and what a hostile one must not do. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/sources/read-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-archive-'));

const MAIN = String.raw`\documentclass{article}
\title{On Harbours}\newtheorem{theorem}{Theorem}\input{macros}
\begin{document}
\input{sections/tide}
\end{document}`;
const TIDE = String.raw`\begin{theorem}[Tide]\label{thm:tide}Every \ship{} rises.\end{theorem}`;
const FILES = {
  'paper/ms.tex': MAIN,
  'paper/macros.tex': String.raw`\newcommand{\ship}{boat}`,
  'paper/sections/tide.tex': TIDE,
};

type Entry = [Partial<Header> & { name: string }, string];

async function archive(name: string, entries: readonly Entry[]): Promise<string> {
  const tar = pack();
  for (const [header, text] of entries) tar.entry(header, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
  return write(name, gzipSync(Buffer.concat(chunks)));
}

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const filesOf = (files: Record<string, string>): Entry[] =>
  Object.entries(files).map(([name, text]): Entry => [{ name }, text]);

const codesOf = ({ problems }: { problems: { code: string }[] }): string[] => problems.map(({ code }) => code);

describe('a .tar.gz', () => {
  test('is read from its main file with its inputs', async () => {
    const root = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name.replace('paper/', ''), text]));
    const document = await readDocument(await archive('harbour.tar.gz', filesOf(root)));
    expect(document).toMatchObject({ title: 'On Harbours', format: 'arxiv', problems: [] });
    expect(document.files).toEqual([{ path: 'harbour.tar.gz', sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) }]);
    expect(document.pieces).toMatchObject([
      { kind: 'theorem', title: 'Tide', place: { file: 'harbour.tar.gz/sections/tide.tex', line: 1 } },
    ]);
    expect(document.pieces[0]!.body).toContain('boat');
  });

  test('of several documents, the one with the usual name is read', async () => {
    const other = MAIN.replace('Harbours', 'Answers to referees').replace(
      '\\end{document}',
      `${'% '.repeat(500)}\n\\end{document}`,
    );
    const files = { 'ms.tex': MAIN, 'zz.tex': other, 'macros.tex': '', 'sections/tide.tex': TIDE };
    const document = await readDocument(await archive('two.tgz', filesOf(files)));
    expect(document.title).toBe('On Harbours');
    expect(codesOf(document)).toContain('archive-several-documents');
  });

  test('inputs outside the archive are not read, even if the file exists', async () => {
    write('secret.tex', Buffer.from('secret harbour'));
    const main = MAIN.replace('sections/tide', '../secret').replace('{macros}', `{${join(folder, 'secret')}}`);
    const document = await readDocument(await archive('out.tar.gz', filesOf({ 'ms.tex': main })));
    expect(JSON.stringify(document.pieces)).not.toContain('secret');
    expect(codesOf(document)).toEqual(['input-outside', 'input-outside', 'document-empty']);
  });

  test('entries that lead out, links and devices are refused and named', async () => {
    const path = await archive('bad.tar.gz', [
      [{ name: 'ms.tex' }, MAIN.replace('sections/tide', 'tide').replace('{macros}', '{link}')],
      [{ name: '../tide.tex' }, TIDE],
      [{ name: '/etc/tide.tex' }, TIDE],
      [{ name: 'link.tex', type: 'symlink', linkname: '/etc/passwd' }, ''],
      [{ name: 'hard.tex', type: 'link', linkname: 'ms.tex' }, ''],
      [{ name: 'null', type: 'character-device' }, ''],
    ]);
    const { problems, pieces } = await readDocument(path);
    const refused = problems.filter(({ code }) => code === 'archive-entry-refused').map(({ message }) => message);
    expect(refused).toEqual([
      expect.stringContaining('"../tide.tex" leads out of the archive'),
      expect.stringContaining('"/etc/tide.tex" has an absolute path'),
      expect.stringContaining('"link.tex" is a symlink'),
      expect.stringContaining('"hard.tex" is a link'),
      expect.stringContaining('"null" is a character-device'),
    ]);
    expect(pieces).toEqual([]);
  });

  test('if all entries are refused, the error says why', async () => {
    const path = await archive('refused.tar.gz', [
      [{ name: '../ms.tex' }, MAIN],
      ...Array.from({ length: 6 }, (_, at): Entry => [{ name: `l${at}.tex`, type: 'symlink', linkname: 'ms.tex' }, '']),
    ]);
    await expect(readDocument(path)).rejects.toMatchObject({
      detail: {
        code: 'document-unreadable',
        reason: expect.stringMatching(
          /"\.\.\/ms\.tex" leads out of the archive; "l0\.tex" is a symlink.* and 2 more\.$/u,
        ),
      },
    });
  });

  test('too many entries, and one that unpacks to far more than its size, are refused', async () => {
    const many = Array.from({ length: 20_001 }, (_, at): Entry => [{ name: `f${at}.png` }, '']);
    await expect(readDocument(await archive('many.tar.gz', many))).rejects.toMatchObject({
      detail: { code: 'archive-too-many' },
    });
    const bomb = await archive('bomb.tar.gz', [[{ name: 'ms.tex' }, '%'.repeat(30_000_000)]]);
    await expect(readDocument(bomb)).rejects.toMatchObject({ detail: { code: 'archive-too-large' } });
  });

  test('a truncated one, and one without a document, are errors', async () => {
    const whole = await archive('whole.tar.gz', filesOf({ 'ms.tex': `${MAIN}${Math.PI}`.repeat(200) }));
    const { readFileSync } = await import('node:fs');
    const cut = write('cut.tar.gz', readFileSync(whole).subarray(0, 200));
    await expect(readDocument(cut)).rejects.toMatchObject({ detail: { code: 'document-unreadable' } });
    await expect(
      readDocument(await archive('none.tar.gz', filesOf({ 'a.txt': 'a', 'b.txt': 'b' }))),
    ).rejects.toMatchObject({
      detail: { code: 'document-unreadable', message: expect.stringContaining('no LaTeX document') },
    });
    await expect(readDocument(join(folder, 'missing.tar.gz'))).rejects.toMatchObject({
      detail: { code: 'document-unreadable' },
    });
  });
});

test('the .gz of one file is that file', async () => {
  const text = MAIN.replace('\\input{sections/tide}', TIDE).replace('\\input{macros}', '');
  const document = await readDocument(write('2101.00001v2.gz', gzipSync(text)));
  expect(document.pieces).toMatchObject([{ title: 'Tide', place: { file: '2101.00001v2.gz/2101.00001v2.tex' } }]);
  await expect(readDocument(write('data.json.gz', gzipSync('{}')))).rejects.toMatchObject({
    detail: { code: 'format-unknown' },
  });
});
