/** Extreme words in entries must not abort the indexing of a library. */
import { expect, test } from 'vitest';
import { entryReader } from '../../../src/search/library/entry-words.ts';

const bodyWords = (body: string): string =>
  entryReader().read({ title: '', called: '', headings: [], body, proof: null }).body;

test('entryReader reads a word of 300,000 letters', () => {
  const long = 'w'.repeat(300_000);
  expect(bodyWords(`group ${long} field`)).toBe(`group ${long} field`);
});

test('entryReader removes a reference command with its options', () => {
  expect(bodyWords('group \\cite[page 3]{abc} field')).toBe('group field');
});
