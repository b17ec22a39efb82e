/** Answers of a model about definitions and concepts: usable and unusable ones. */
import { describe, expect, it, test } from 'vitest';
import {
  readBackTranslation,
  readExplanations,
  readExtractedConcepts,
  readMerge,
} from '../../../src/builders/concepts/concept-answers.ts';
import { BadAnswer } from '../../../src/llm/bad-answer.ts';

describe('a definition in words', () => {
  it.each([
    ['A quay is a place of length $\\ell$.', 'A quay is a place of length $\\ell$.'],
    ['<think>Is it Foo.bar?</think>\nA map, e.g. one\nof sets.', 'A map, e.g. one of sets.'],
    ['Let $f_n$ be a map. It is $C^1$. It has an inverse.', 'Let $f_n$ be a map. It is $C^1$. It has an inverse.'],
  ])('%j is read', (answer, text) => {
    expect(readBackTranslation(answer)).toEqual({ text });
  });

  it.each([
    ['', 'is empty'],
    ['<think>only thoughts', 'is empty'],
    ['A quay. A ship. A lantern. A storm.', 'too long'],
    ['x'.repeat(701), 'too long'],
    ['It is Harbour.Quay.', 'Harbour.Quay'],
    ['It has a toFun field.', 'toFun'],
    ['A map that satisfies IsCompact.', 'IsCompact'],
    ['A map with map_add.', 'map_add'],
    ['```\nA quay.\n```', 'code'],
    ['null', 'no sentence'],
    ['[[[[[[', 'no sentence'],
    ['I refuse.', 'no sentence'],
  ])('%j is refused', (answer, why) => {
    expect(() => readBackTranslation(answer)).toThrow(why);
    expect(() => readBackTranslation(answer)).toThrow(BadAnswer);
  });
});

test('concepts of other definitions are dropped, and those that lack something are completed', () => {
  const answer = `Sure.\n\`\`\`json\n{"definitions": [
    {"name": "A.b", "concepts": [{"name": " ring  of $\\mathbb{Z}$ ", "role": "is", "aliases": ["", "integers"]},]},
    {"name": "Not.asked", "concepts": []}]}\n\`\`\``;
  expect([...readExtractedConcepts(answer, new Set(['A.b', 'C.d']))]).toEqual([
    ['A.b', [{ name: 'ring of $\\mathbb{Z}$', aliases: ['integers'], field: '', level: '', role: 'is' }]],
  ]);
});

test.each([
  'They are rings.',
  '{"definitions": {"name": "A.b"}}',
  '{"definitions": [{"name": "A.b", "concepts": [{"name": "ring", "role": "perhaps"}]}]}',
  '{"definitions": [{"name": "A.b", "concepts": [{"name": "", "role": "is"}]}]}',
  '{"definitions": [{"name": "A.b", "conc',
])('%j is no answer about concepts', (answer) => {
  expect(() => readExtractedConcepts(answer, new Set(['A.b']))).toThrow(BadAnswer);
});

test('explanations and merges are read', () => {
  const answer = '{"variants": [{"name": "A.b", "when": "Use when\\nit rains."}, {"name": "C.d", "when": ""}]}';
  expect([...readExplanations(answer, new Set(['A.b', 'C.d']))]).toEqual([['A.b', 'Use when it rains.']]);
  expect(readMerge('{"same": false}')).toEqual({ same: false });
  expect(() => readMerge('{"same": "maybe"}')).toThrow(BadAnswer);
});
