import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripQuestion } from '../../src/search/strip-question.ts';

describe('stripQuestion', () => {
  it.each([
    ['How do I show that a sum of squares is nonnegative?', 'a sum of squares is nonnegative?'],
    ['how to prove compactness', 'compactness'],
    ['how to build a linear map', 'build a linear map'],
    ["what's the lemma saying that primes are infinite", 'primes are infinite'],
    ['what is the name of the squeeze theorem', 'the squeeze theorem'],
    ['is there a lemma that f is continuous', 'f is continuous'],
    ['Is there something like Hall for infinite graphs', 'Hall for infinite graphs'],
    ['where do I find that limits are unique', 'limits are unique'],
    ['does mathlib have Zorn', 'Zorn'],
    ['which theorem says that x divides y', 'x divides y'],
    ['  limits are unique, how do I use that', 'limits are unique'],
    ['two spaces are isomorphic, what is it called?', 'two spaces are isomorphic'],
    ['the exponent of a prime in n, which function is that', 'the exponent of a prime in n'],
    ['continuous functions are measurable, right?', 'continuous functions are measurable'],
  ])('strips the question phrase of "%s"', (query, sought) => {
    expect(stripQuestion(query)).toBe(sought);
  });

  it.each([
    'a right ideal is closed under multiplication from the right by anything',
    'the theorem of Pythagoras',
    'the function field of a curve',
    'existence of a name',
    'is there',
    'how to prove',
    '∀ x, x = x',
  ])('leaves "%s" unchanged', (query) => {
    expect(stripQuestion(query)).toBe(query);
  });

  it('returns a substring of any query, with a letter or digit if the query has one', () => {
    const words = fc.array(
      fc.constantFrom('how', 'to', 'is', 'there', 'a', 'lemma', 'that', 'right', '?', ',', 'x', ' '),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          words.map((each) => each.join(' ')),
        ),
        (query) => {
          const rest = stripQuestion(query);
          expect(query).toContain(rest);
          expect(/[\p{L}\p{N}]/u.test(rest)).toBe(/[\p{L}\p{N}]/u.test(query));
        },
      ),
    );
  });
});
