/** The part of a text that is shown for a query. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetOf } from '../../src/report/snippet.ts';

const FILLER = 'This is said of other things. '.repeat(30);

test('snippetOf returns a short text in full, on one line', () => {
  expect(snippetOf('A  line\nand another', 'line')).toBe('A line and another');
});

test('snippetOf returns the part of a long text with most of the query words', () => {
  const snippet = snippetOf(
    `${FILLER}Every bounded sequence has a convergent subsequence. ${FILLER}`,
    'bounded sequences',
  );
  expect(snippet).toContain('bounded sequence has a convergent');
  expect([snippet.startsWith('… '), snippet.endsWith(' …')]).toEqual([true, true]);
  expect(snippetOf(FILLER, 'nothing like it').startsWith('This is said')).toBe(true);
});

test('snippetOf returns one short line for any text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 900, unit: 'binary' }), fc.string(), (text, query) => {
      const snippet = snippetOf(text, query);
      expect(snippet).not.toContain('\n');
      expect(snippet.length).toBeLessThan(260);
    }),
  );
});

test('snippetOf is fast and returns one short line for megabytes of repeated text', () => {
  const snippet = snippetOf('some line of words '.repeat(500_000), 'some words of a line');
  expect(snippet.length).toBeLessThan(260);
  expect(snippet.endsWith(' …')).toBe(true);
});
