/** Words of entries that no sane text has: they must not end the reading of a library. */
import { expect, test } from 'vitest';
import { entryReader } from '../../../src/search/library/entry-words.ts';

const bodyWords = (body: string): string =>
  entryReader().read({ title: '', called: '', headings: [], body, proof: null }).body;

test('a word as long as a file is a word', () => {
  const long = 'w'.repeat(300_000);
  expect(bodyWords(`group ${long} field`)).toBe(`group ${long} field`);
});

test('options are left out with what they belong to', () => {
  expect(bodyWords('group \\cite[page 3]{abc} field')).toBe('group field');
});
