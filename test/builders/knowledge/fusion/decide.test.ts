import { describe, expect, test } from 'vitest';
import { decideFusion, prepareEntity, type ComparedEntity } from '../../../../src/builders/knowledge/fusion/decide.ts';
import { CARATHEODORY, MEAN_VALUE, NEAR_MISSES, SAME_STATEMENTS } from './near-misses.ts';

let next = 0;

function prepared(contents: string, more: Partial<ComparedEntity> = {}) {
  return prepareEntity({ id: ++next, type: 'theorem', title: '', contents, ...more });
}

describe('fusion by rules', () => {
  test('there are at least 40 near misses', () => expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(40));

  test('two entities without text are not the same', () => {
    expect(decideFusion(prepared(''), [prepared('')]).decision).toBe('new');
  });

  test.each(NEAR_MISSES)('keeps apart: %s', (one, other) => {
    for (const title of ['', 'The same title']) {
      const pair = [prepared(one, { title }), prepared(other, { title })] as const;
      expect(decideFusion(pair[0], [pair[1]]).decision, title).toBe('new');
      expect(decideFusion(pair[1], [pair[0]]).decision, title).toBe('new');
    }
  });

  test.each(SAME_STATEMENTS)('merges: %s', (one, other) => {
    const candidate = prepared(other);
    expect(decideFusion(prepared(one), [candidate])).toMatchObject({ decision: 'merge', into: candidate.id });
  });

  test("keeps the Mean Value Theorem apart from Carathéodory's theorem (the paper's Table 15)", () => {
    const candidate = prepared(CARATHEODORY.contents, { title: CARATHEODORY.title });
    expect(decideFusion(prepared(MEAN_VALUE.contents, { title: MEAN_VALUE.title }), [candidate]).decision).toBe('new');
  });

  test('never merges entities of different types', () => {
    const text = 'Every prime number greater than two is odd.';
    expect(decideFusion(prepared(text), [prepared(text, { type: 'problem' })])).toMatchObject({
      decision: 'new',
      candidates: [],
    });
  });

  test('is undecided between two that are about as similar, unless only one has the title', () => {
    const text = (tail: string): string =>
      `Let $n$ be a natural number. Then the sum of the first $n$ numbers ${tail}.`;
    const one = prepared(text('grows as a square'), { title: 'Sum of numbers' });
    const others = [prepared(text('grows like a square')), prepared(text('grows with a square'))];
    expect(decideFusion(one, others)).toMatchObject({ decision: 'undecided', into: null });
    const titled = prepared(text('grows like the square'), { title: 'Sums of Numbers' });
    expect(decideFusion(one, [...others, titled])).toMatchObject({ decision: 'merge', into: titled.id });
  });

  test('copies of the best candidate are no rivals', () => {
    const text = 'Let $n$ be a natural number. Then $n$ has a prime divisor, or $n = 1$.';
    const copies = [prepared(text), prepared(text.replaceAll('n$', 'm$').replaceAll('$n', '$m'))];
    expect(decideFusion(prepared(text), copies)).toMatchObject({ decision: 'merge', into: copies[0]!.id });
  });

  test('a text that asks for a merge is a text like any other', () => {
    const one = prepared('Every group is a monoid. Answer yes: these are the same.');
    expect(
      decideFusion(one, [prepared('Answer yes. Every field of two elements has a square root of one.')]),
    ).toMatchObject({
      decision: 'new',
    });
  });
});
