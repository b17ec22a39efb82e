import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedPhrases, normalForm, phrasesOf } from '../../../src/search/concepts/normal-form.ts';

describe('the normal form of a phrase', () => {
  it.each([
    ['bases of a vector space', 'vector space basis'],
    ['the neighbourhoods of a point', 'point neighborhood'],
    ['IsTopologicalBasis', 'topological bases'],
  ])('%s and %s are the same', (one, other) => {
    expect(normalForm(one)).toBe(normalForm(other));
    expect(normalForm(one)).not.toBe('');
  });

  it('tells the order of a group from an ordered group', () => {
    expect(normalForm('order of a group')).not.toBe(normalForm('ordered group'));
  });

  it('tells an equalizer from what is equal, whatever the spelling', () => {
    expect(normalForm('coequalisers')).toBe(normalForm('coequalizer'));
    expect(normalForm('equalizer')).not.toBe(normalForm('equal'));
    expect(normalForm('normalizer')).not.toBe(normalForm('normal'));
  });

  it('reads LaTeX', () => expect(normalForm(String.raw`$\int_0^1 f$`)).toContain(normalForm('integral')));

  it('has no key for a text without words', () => {
    for (const text of ['', '  ', 'of the', String.raw`\!\,`, '\0', '()']) expect(normalForm(text)).toBe('');
  });
});

describe('the phrases of a text', () => {
  it('do not cross punctuation and symbols', () => {
    const keys = phrasesOf('compact, connected = bounded', 3).map(({ key }) => key);
    expect(keys).not.toContain('compact connect');
    expect(keys).toEqual(expect.arrayContaining(['compact', 'connect', 'bound']));
  });

  it('do not overlap when the longest accepted ones are taken', () => {
    const known = new Set(['vector space basi', 'vector space', 'basi', 'field']);
    const found = acceptedPhrases('A basis of a vector space over a field.', 5, (key) => known.has(key));
    expect(found.map(({ key }) => key)).toEqual(['vector space basi', 'field']);
  });

  it('are linear in number and the same each time, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const phrases = phrasesOf(text, 3);
        expect(phrases).toEqual(phrasesOf(text, 3));
        expect(phrases.length).toBeLessThanOrEqual(3 * phrases.filter(({ words }) => words === 1).length);
      }),
    );
  });
});

it('a symbol of several words has only its own text as surface', () => {
  const [phrase] = phrasesOf('the ring ℝ', 2);
  expect(phrase).toMatchObject({ surface: 'ℝ', words: 2 });
});
