/** Which phrases of a docstring name a definition. */
import { expect, test } from 'vitest';
import { definitionPhrases } from '../../../src/builders/concepts/definition-phrases.ts';

const phrases = (doc: string) =>
  definitionPhrases({ name: 'Harbour.q', doc })
    .filter(({ origin }) => origin === 'docstring' || origin === 'emphasis')
    .map(({ phrase }) => phrase.trim());

test.each([
  ['The *draught* of a ship.', ['draught']],
  ['A sheltered quay is where ships moor.', ['sheltered quay']],
  ['A *`R`-quay* of stone.', ['quay']],
])('%s names something', (doc, names) => {
  expect(phrases(doc)).toEqual(expect.arrayContaining(names));
});

test.each([
  ['a sentence', 'Every harbour has a quay.'],
  ['an emphasised sentence', 'Used below. *every ship has an anchor*'],
  ['items of a list', 'Fields:\n* the ships `a` at sea;\n* the ships `b` on land'],
  ['underscores in code', 'See `a_quay of` and `stone_b`.'],
])('%s names nothing of its own', (_, doc) => {
  expect(phrases(doc).filter((phrase) => /has|the ships|quay of/.test(phrase))).toEqual([]);
});

test('code that the end of the sentence cuts is no part of a phrase', () => {
  const found = phrases('A stone quay `q : Quay` is long. It has an end.');
  expect(found).toContain('stone quay');
  expect(found.join()).not.toMatch(/`|q\b/u);
});
