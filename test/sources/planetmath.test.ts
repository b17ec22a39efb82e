/** Reading PlanetMath articles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDocuments } from '../../src/library/find-documents.ts';
import { loadTexParser } from '../../src/sources/latex/tex-parser.ts';
import { readMetadata } from '../../src/sources/planetmath/metadata.ts';
import { readArticle } from '../../src/sources/planetmath/read-article.ts';
import { readDocument } from '../../src/sources/read-document.ts';
import { ROOT } from '../architecture/source-files.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';
import { mutations } from './mutations.ts';
import { renderDocument } from './render-document.ts';

const FOLDER = join(ROOT, 'fixtures', 'documents', 'planetmath', '06_Lanterns');
const TEXTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tex'))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));

test('a folder of articles is one document: one entry an article, with the proofs of other articles', async () => {
  await expect(renderDocument(await readDocument(FOLDER))).toMatchFileSnapshot('golden/planetmath.txt');
});

test('a folder with subjects has one document for each', () => {
  const names = (path: string) => findDocuments([path]).documents.map(({ name, source }) => `${source}/${name}`);
  expect(names(FOLDER)).toEqual(['06_Lanterns/06_Lanterns']);
  expect(names(join(FOLDER, '..'))).toEqual(['planetmath/06_Lanterns']);
});

test('one article is a document', async () => {
  const { title, format, pieces } = await readDocument(join(FOLDER, '06A06-Lantern.tex'));
  expect({ title, format }).toEqual({ title: 'lantern', format: 'planetmath' });
  expect(pieces.map(({ kind, key }) => [kind, key])).toEqual([['definition', 'Lantern']]);
});

test('an unreadable article does not end the reading of the others', async () => {
  const folder = writeFiles(temporaryFolder(), { 'a.tex': TEXTS[1]!, 'b.tex': '\\pmcanonicalname{B}\0' });
  const { pieces, problems } = await readDocument(folder);
  expect(pieces).toHaveLength(1);
  expect(problems).toMatchObject([{ code: 'article-unreadable' }]);
});

test('an article is read whatever was changed in it', async () => {
  const parse = await loadTexParser();
  await fc.assert(
    fc.asyncProperty(
      mutations(TEXTS, ['\\pmtype{', '}', '{', '\\end{document}', '\\begin{proof}', '$']),
      async (text) => {
        const { content } = await readArticle(text, 'a.tex', parse, {});
        expect(typeof content.body).toBe('string');
      },
    ),
    { numRuns: 60 },
  );
});

test('metadata is read in linear time', () => {
  const time = (size: number): number => {
    const text = `${'\\pmtitle{'.repeat(size)}\n\\pmrelated{${'{'.repeat(size)}\n${'\\pmdefines{a}\n'.repeat(size)}`;
    const start = process.cpuUsage().user;
    readMetadata(text);
    return (process.cpuUsage().user - start) / 1000;
  };
  time(1000);
  expect(time(40_000)).toBeLessThan(2000);
});
