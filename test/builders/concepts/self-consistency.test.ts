/** Self-consistency: which of several texts is kept. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selfConsistency, wordSimilarity } from '../../../src/builders/concepts/self-consistency.ts';
import { normalForm } from '../../../src/search/concepts/normal-form.ts';

/** A text of digits is a vector; the similarity is the cosine. */
function cosine(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => [...text].map(Number)) as [number[], number[]];
  const dot = (x: number[], y: number[]): number => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('the kept text', () => {
  it('is the one most like the documentation', () => {
    const { scores, chosen } = selfConsistency(['10', '11', '01'], '01', cosine, 0.6);
    expect(chosen).toBe(2);
    expect(scores).toEqual([0, expect.closeTo(Math.SQRT1_2), 1]);
  });

  it('is none below the floor', () => {
    expect(selfConsistency(['10', '21'], '01', cosine, 0.6).chosen).toBeNull();
    expect(selfConsistency(['10', '21'], '01', cosine, 0.4).chosen).toBe(1);
  });

  it('is without documentation the one most like the others', () => {
    expect(selfConsistency(['10', '32', '01'], null, cosine, 0.3).chosen).toBe(1);
    expect(selfConsistency(['10'], null, cosine, 0.3)).toEqual({ scores: [1], chosen: 0 });
  });

  it('is the first of equal ones', () => {
    expect(selfConsistency(['11', '11', '11'], '10', cosine, 0.3).chosen).toBe(0);
    expect(selfConsistency(['11', '11', '11'], null, cosine, 0.3).chosen).toBe(0);
    expect(selfConsistency([], null, cosine, 0.3).chosen).toBeNull();
  });
});

describe('the similarity of words', () => {
  const definitions = ['quay harbour', 'quay ship', 'quay lantern'].map((text) => ({
    text: new Set(normalForm(text).split(' ')),
  }));
  const similarity = wordSimilarity(definitions);

  it('counts a rare word more than a frequent one', () => {
    expect(similarity('a lantern', 'the quay has a lantern')).toBeGreaterThan(
      similarity('a quay', 'the quay has a lantern'),
    );
    expect(similarity('ships', 'a ship')).toBeCloseTo(1);
    expect(similarity('', 'a ship')).toBe(0);
  });

  it('is symmetric and from 0 to 1', () => {
    const text = fc.array(fc.constantFrom('quay', 'ship', 'lantern', 'harbour', 'storm'), { maxLength: 6 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const value = similarity(one.join(' '), other.join(' '));
        expect(value).toBeCloseTo(similarity(other.join(' '), one.join(' ')));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});
