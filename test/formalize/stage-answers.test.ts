/** What a model's answers to the stages must hold. */
import { describe, expect, it, test } from 'vitest';
import { readAugmentation, readExtraction, readOrder, readRewriting } from '../../src/formalize/stage-answers.ts';
import { BadAnswer } from '../../src/llm/bad-answer.ts';

const TEXT = 'Let $f$ be a continuous\nfunction on [0, 1]. Show that $f$ is bounded by 2.5.';
const concept = (name: string, quote: string) => ({ name, quote, field: 'analysis', role: 'property', symbols: [] });
const json = JSON.stringify;

describe('an extraction', () => {
  it('quotes the text, whatever its line breaks', () => {
    const answer = json({
      class: 'explicit',
      because: ['continuous'],
      concepts: [concept('continuity', 'Continuous function')],
    });
    expect(readExtraction(answer, TEXT).concepts).toMatchObject([{ name: 'continuity', role: 'property' }]);
  });

  it('keeps LaTeX that JSON would spoil', () => {
    const answer = String.raw`{"class": "explicit", "concepts": [{"name": "a", "quote": "f", "symbols": ["\frac", "\alpha"]}]}`;
    expect(readExtraction(answer, TEXT).concepts[0]!.symbols).toEqual(['\\frac', '\\alpha']);
  });

  it.each([
    ['prose', 'continuity'],
    ['another class', json({ class: 'both', concepts: [concept('a', 'f')] })],
    ['a quote that is not in the text', json({ class: 'explicit', concepts: [concept('a', 'compact')] })],
    ['nine concepts', json({ class: 'explicit', concepts: new Array(9).fill(concept('a', 'f')) })],
    ['no concept of an explicit statement', json({ class: 'explicit', concepts: [] })],
  ])('is unusable with %s', (_, answer) => {
    expect(() => readExtraction(answer, TEXT)).toThrow(BadAnswer);
  });
});

describe('a rewriting', () => {
  const read = (statement: string) => readRewriting(json({ statement, choices: [] }), TEXT);

  it('keeps the numbers and the question', () => {
    expect(read('Let f : [0,1] → ℝ be continuous; prove |f| ≤ 2.5 on [0, 1].').statement).toContain('2.5');
  });

  it.each([
    ['a missing number', 'Show that f on [0, 1] is bounded.'],
    ['another number in its place', 'Show that f on [0, 1] is bounded by 25.'],
    ['no question', 'f on [0, 1] is bounded by 2.5.'],
    ['four times the length', `Show 0 1 2.5 ${'x '.repeat(400)}`],
  ])('is unusable with %s', (_, statement) => {
    expect(() => read(statement)).toThrow(BadAnswer);
  });
});

describe('an augmentation', () => {
  const term = { concept: 'Continuity', explanation: 'small changes', depends_on: [] as string[] };
  const read = (more: object) => readAugmentation(json({ terms: [term], ...more }), ['continuity']);

  it('has a bounded number of keywords and names', () => {
    const found = read({ keywords: new Array(50).fill('k'), names: new Array(50).fill('n') });
    expect([found.keywords.length, found.names.length]).toEqual([6, 3]);
  });

  it.each([
    ['a term that was not asked for', { terms: [{ ...term, concept: 'compactness' }] }],
    ['an unknown dependency', { terms: [{ ...term, depends_on: ['compactness'] }] }],
    ['a long explanation', { terms: [{ ...term, explanation: 'word '.repeat(61).trim() }] }],
    ['no terms', { terms: undefined }],
  ])('is unusable with %s', (_, more) => {
    expect(() => read(more)).toThrow(BadAnswer);
  });
});

test('an order lists different numbers of the list', () => {
  expect(readOrder('{"order": [3, 1]}', 3)).toEqual([2, 0]);
  for (const order of [[], [0], [4], [1, 1], [1.5], 'all']) {
    expect(() => readOrder(json({ order }), 3), json(order)).toThrow(BadAnswer);
  }
});
