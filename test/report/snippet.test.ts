/** The part of a text that is shown for a question. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetOf } from '../../src/report/snippet.ts';

const FILLER = 'This is said of other things. '.repeat(30);

test('a short text is shown whole, on one line', () => {
  expect(snippetOf('A  line\nand another', 'line')).toBe('A line and another');
});

test('of a long text, what has most of the words that are asked for', () => {
  const snippet = snippetOf(
    `${FILLER}Every bounded sequence has a convergent subsequence. ${FILLER}`,
    'bounded sequences',
  );
  expect(snippet).toContain('bounded sequence has a convergent');
  expect([snippet.startsWith('… '), snippet.endsWith(' …')]).toEqual([true, true]);
  expect(snippetOf(FILLER, 'nothing like it').startsWith('This is said')).toBe(true);
});

test('whatever the text, it is one short line of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 900, unit: 'binary' }), fc.string(), (text, question) => {
      const snippet = snippetOf(text, question);
      expect(snippet).not.toContain('\n');
      expect(snippet.length).toBeLessThan(260);
    }),
  );
});

test('of a text of megabytes that says the same again and again, one short line, at once', () => {
  const snippet = snippetOf('some line of words '.repeat(500_000), 'some words of a line');
  expect(snippet.length).toBeLessThan(260);
  expect(snippet.endsWith(' …')).toBe(true);
});
