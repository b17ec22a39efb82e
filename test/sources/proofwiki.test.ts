/** Reading dumps of ProofWiki. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { FormatName } from '../../src/sources/formats.ts';
import { readDocument } from '../../src/sources/read-document.ts';
import { readPage } from '../../src/sources/wiki/proofwiki-page.ts';
import { readWikitext } from '../../src/sources/wiki/wikitext.ts';
import { ROOT } from '../architecture/source-files.ts';
import { mutations } from './mutations.ts';
import { renderDocument } from './render-document.ts';

const PATH = join(ROOT, 'fixtures', 'documents', 'proofwiki.xml');
const DUMP = readFileSync(PATH, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-proofwiki-'));
const PAGES = [...DUMP.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
  text!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
);
const NONE = { redirected: (title: string) => title, textOf: () => null };

function write(data: string | Buffer, name = 'a.xml'): string {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
}

test('reads a dump as in its golden file', async () => {
  await expect(renderDocument(await readDocument(PATH))).toMatchFileSnapshot('golden/proofwiki.xml.txt');
});

test('reads a packed dump like the dump', async () => {
  const [plain, packed] = await Promise.all([readDocument(PATH), readDocument(write(gzipSync(DUMP), 'a.xml.gz'))]);
  expect(packed.pieces.map(({ key, body }) => [key, body])).toEqual(plain.pieces.map(({ key, body }) => [key, body]));
});

describe('refuses', () => {
  const refusal = async (data: string | Buffer, name?: string, format: FormatName = 'proofwiki') => {
    const error: unknown = await readDocument(write(data, name), { format }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).detail.exit).toBe('usage');
    return `${(error as Failure).message} ${(error as Failure).detail.reason}`;
  };

  test('a document type', async () => {
    const text = `<!DOCTYPE mediawiki [<!ENTITY a "b">]>${DUMP}`;
    expect(await refusal(text)).toContain('declares a document type');
  });

  test('what is no XML, and what ends too early', async () => {
    expect(await refusal('no XML')).toContain('not well-formed');
    expect(await refusal(DUMP.slice(0, -200))).toContain('not well-formed');
  });

  test('a packed file that is too large, or is no packed file', async () => {
    const bomb = gzipSync(`<mediawiki>${' '.repeat(40_000_000)}</mediawiki>`, { level: 9 });
    expect(await refusal(bomb, 'bomb.xml.gz')).toContain('more than 200 times its size');
    expect(await refusal('no gzip', 'b.xml.gz')).toContain('Cannot unpack');
    expect(await refusal(gzipSync(DUMP).subarray(0, 500), 'c.xml.gz')).toContain('Cannot unpack');
  });
});

test('a page that is too large does not end the reading', async () => {
  const page = `<page><title>Huge</title><ns>0</ns><revision><text>${'a '.repeat(1_200_000)}</text></revision></page>`;
  const { pieces, problems } = await readDocument(write(DUMP.replace('</mediawiki>', `${page}</mediawiki>`)));
  expect(problems.map(({ code }) => code)).toContain('page-too-large');
  expect(pieces.some(({ key }) => key === 'Unicode Page')).toBe(true);
});

test('any changed page is read', () => {
  const parts = [
    '[[',
    ']]',
    '{{',
    '}}',
    '|',
    '$',
    '==',
    '\n== Proof ==\n',
    '{{eqn',
    '<onlyinclude>',
    '<!--',
    '{{:',
    '=',
  ];
  fc.assert(
    fc.property(mutations(PAGES, parts), (text) => {
      const page = readPage('A', text, NONE);
      expect(typeof page.body).toBe('string');
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '[[',
  '{{',
  '{{a|',
  '[[a|',
  '$',
  '$ ',
  '<!--',
  '<nowiki>',
  '{{eqn | l = ',
  "'''",
  '<b',
  '== a\n',
  '{{:a}}',
  '$$',
  '\\$',
  '[[a|b]]',
  '{{iff}}',
  '\n:',
  '\n\n$a',
])('repeated %j is read in linear time', (part) => {
  const time = (count: number): number => {
    const start = process.cpuUsage().user;
    readPage('A', part.repeat(count), NONE);
    readWikitext(part.repeat(count), (title) => title);
    return (process.cpuUsage().user - start) / 1000;
  };
  time(500);
  expect(time(50_000)).toBeLessThan(2500);
});
