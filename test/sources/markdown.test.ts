/** Reading Markdown and plain text. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../../src/sources/document.ts';
import { readDocument } from '../../src/sources/read-document.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'lemmahead-markdown-'));

function read(name: string, text: string): Promise<Document> {
  writeFileSync(join(FOLDER, name), text);
  return readDocument(join(FOLDER, name));
}

test('line numbers count from the top of a Markdown file, including front matter', async () => {
  const { title, pieces } = await read(
    'a.md',
    '---\r\ntitle: T\r\n---\r\n\r\n# H\r\n\r\nText.\r\n\r\n## Lemma 1\r\n\r\nx\r\n',
  );
  expect(title).toBe('T');
  expect(pieces.map(({ kind, place }) => [kind, place.line])).toEqual([
    ['passage', 7],
    ['theorem', 11],
  ]);
});

test.each([
  ['long', `Theorem 1. ${'$x$ *a* '.repeat(100_000)}`],
  ['deep', Array.from({ length: 1000 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n')],
])('Markdown that is too %s for the parser is read as plain text with a problem', async (name, excess) => {
  const { pieces, problems } = await read(`${name}.md`, `# H\n\nLemma 2. Short.\n\n${excess}\n`);
  expect(problems).toMatchObject([
    { code: 'paragraph-unparsed', place: { file: `${name}.md`, line: name === 'long' ? 5 : 206 } },
  ]);
  expect(pieces.map(({ body }) => body).join(' ')).toContain('Short.');
});

test('a Markdown rule ends a solution', async () => {
  const { pieces } = await read('b.md', '**Problem 1.** a\n\n**Solution.** b\n\nc\n\n---\n\nd');
  expect(pieces.map(({ body, proof }) => [body, proof])).toEqual([
    ['a', 'b\n\nc'],
    ['d', null],
  ]);
});

test('Markdown labels come from headings, anchors and formulas; references from links, macros and citations', async () => {
  const { pieces } = await read(
    'c.md',
    '# One {#one}\n\n<a id="two"></a> $$a \\label{three}$$ See [it](#four), \\eqref{five}, [@six] and \\cite{seven}. Not a@b.c.',
  );
  expect(pieces[0]?.labels).toEqual(['one', 'two', 'three']);
  expect(pieces[0]?.references.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    ...['refers four', 'refers five', 'cites six', 'cites seven'],
  ]);
});

test.each([
  ['# On [nets](http://a.example/x_(y)) and **[filters][1]**', 'On nets and filters'],
  ['# The ![logo](a.png) [*open* $x_1$](#sets) `sets` {#o}', 'The logo open $x_1$ sets'],
  ['# [not a link] <http://a.example>', '[not a link] http://a.example'],
])('a Markdown title contains only the text of links: %s', async (heading, title) => {
  expect((await read('d.md', `${heading}\n\nText.\n\n[1]: http://b.example\n`)).title).toBe(title);
});

const SOUP = [
  '# ',
  '## Problem 3\n',
  '### Solution\n',
  '**Theorem 1.** ',
  '*Proof.* ',
  '> ',
  '- ',
  '---\n',
  '```\n',
  '$$\n',
  '$',
];
const MORE = [
  '\n',
  '\n\n',
  ' ',
  '*',
  '**',
  '`',
  '[',
  '](',
  ')',
  '{#a}',
  '<!--',
  '-->',
  '<b>',
  '\\',
  '|',
  '    ',
  '1. ',
];
const word = fc
  .nat({ max: 100_000 })
  .map((number) => `w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}x`);

test.each(['any.md', 'any.txt'])('any text in %s is read into pieces with unique keys', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...SOUP, ...MORE), word), { maxLength: 30 }), async (parts) => {
      const { pieces } = await read(name, parts.join(''));
      expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
    }),
    { numRuns: 150 },
  );
});

test('every word of a plain text is in some piece', async () => {
  const starts = fc.constantFrom('Theorem 3. ', 'Proof. ', 'Problem 4 (x). ', 'Solution. ', '\n', '\n\n', ' ');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(starts, word), { maxLength: 30 }), async (parts) => {
      const output = JSON.stringify((await read('words.txt', parts.join(' '))).pieces);
      expect(parts.filter((part) => part.startsWith('w') && !output.includes(part))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
