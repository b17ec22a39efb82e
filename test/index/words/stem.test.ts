import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/index/words/stem.ts';

describe('stem', () => {
  // Porter's own examples, one for most steps.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['agreed', 'agre'],
    ['feed', 'feed'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['sing', 'sing'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['operator', 'oper'],
    ['hopefulness', 'hope'],
    ['triplicate', 'triplic'],
    ['electrical', 'electr'],
    ['adjustable', 'adjust'],
    ['adoption', 'adopt'],
    ['rate', 'rate'],
    ['controlling', 'control'],
  ])('reduces %s to %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it.each([
    ['continuous', 'continuity'],
    ['commutative', 'commutativity'],
    ['matrices', 'matrix'],
    ['bases', 'basis'],
    ['vertices', 'vertex'],
    ['lattices', 'lattice'],
    ['differentiable', 'differentiability'],
    ['factorise', 'factorize'],
    ['normalisation', 'normalization'],
    ['characterised', 'characterized'],
    ['centre', 'center'],
    ['neighbourhoods', 'neighborhood'],
    ['fibres', 'fiber'],
  ])('gives %s and %s the same stem', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ['abs', 'abs'],
    ['cos', 'cos'],
    ['precise', 'precis'],
    ['pairwise', 'pairwis'],
    ['promise', 'promis'],
  ])('removes no plural and no British ending from %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it('does not change strings that are not English words', () => {
    for (const word of ['t2', 'α', 'is', '12', 'constructor2']) expect(stem(word)).toBe(word);
  });

  it('does not treat an inherited property as an irregular plural', () => {
    expect(stem('constructor')).toBe('constructor');
  });

  it('returns a non-empty stem for every lower-case word', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 30 });
    fc.assert(fc.property(word, (each) => stem(each).length > 0));
  });
});
