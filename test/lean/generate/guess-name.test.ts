import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decapitalizeSequence, NameGuesser, splitCase } from '../../../src/lean/generate/guess-name.ts';

const words = new Map([
  ['one', ['Zero']],
  ['mul', ['Add']],
  ['inv', ['Neg']],
  ['prod', ['Sum']],
  ['hmul', ['HAdd']],
  ['monoid', ['Add', 'Monoid']],
  ['group', ['Add', 'Group']],
  ['pow', ['NSMul']],
]);
const abbreviations = new Map([
  ['zero_le', 'Nonneg'],
  ['zeroLE', 'Nonneg'],
  ['lezero', 'Nonpos'],
  ['commAdd', 'AddComm'],
  ['addSupport', 'Support'],
  ['cancelCommAdd', 'AddCancelComm'],
]);
const guesser = new NameGuesser({ words, abbreviations });

const name = fc.string({ unit: fc.constantFrom(..."abLEGTWFCoeMul_₂'ηmulOneInv"), maxLength: 24 });

describe('splitCase', () => {
  it.each([
    ['InvHMulLEConjugate₂SMul_ne_top', ['Inv', 'HMul', 'LE', 'Conjugate₂', 'SMul', '_', 'ne', '_', 'top']],
    ['eventuallyLE_one', ['eventually', 'LE', '_', 'one']],
    ['CoeTCFun', ['CoeTC', 'Fun']],
    ['CoeHTCTMul', ['CoeHTCT', 'Mul']],
    ['_a__b_', ['_', 'a', '_', '_', 'b', '_']],
    ['mulOne', ['mul', 'One']],
    ['x', ['x']],
  ])('%s', (text, expected) => expect(splitCase(text)).toEqual(expected));

  it('loses no text', () => fc.assert(fc.property(name, (text) => splitCase(text).join('') === text)));

  it('returns each underscore as a separate word', () =>
    fc.assert(fc.property(name, (text) => splitCase(text).every((word) => word === '_' || !word.includes('_')))));
});

describe('decapitalizeSequence', () => {
  it.each([
    ['HMulOne', 'hmulOne'],
    ['LT', 'lt'],
    ['ioc', 'ioc'],
    ['', ''],
  ])('%s', (text, expected) => expect(decapitalizeSequence(text)).toBe(expected));
});

describe('guess', () => {
  it.each([
    ['mul_comm', 'add_comm'],
    ['instHMul', 'instHAdd'],
    ['hMul', 'hAdd'],
    ['HMul', 'HAdd'],
    ['hmul', 'hadd'],
    ['Monoid', 'AddMonoid'],
    ['monoidInv', 'addMonoidNeg'],
    ['CommMonoid', 'AddCommMonoid'],
    ['one_le_mul', 'nonneg_add'],
    ['OneLE_mul', 'Nonneg_add'],
    ['One_le_mul', 'Zero_le_add'],
    ["mul_one'", "add_zero'"],
    ["one_le'_mul", "nonneg'_add"],
    ['mulSupport', 'support'],
    ['MulSupport', 'Support'],
    ['CancelCommMonoid', 'AddCancelCommMonoid'],
    ['eventuallyLE_one', 'eventuallyLE_zero'],
    ['unrelated_words', 'unrelated_words'],
    ['constructorMul_toString', 'constructorAdd_toString'],
  ])('%s becomes %s', (source, target) => expect(guesser.guess(source)).toBe(target));

  it('never throws and is deterministic', () =>
    fc.assert(fc.property(fc.string(), (text) => guesser.guess(text) === guesser.guess(text))));

  it('keeps names without any word of the dictionaries', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('f', 'g', '_', 'H', 'k'), maxLength: 20 }),
        (text) => guesser.guess(text) === text,
      ),
    ));

  it('is idempotent if no target word is a source word', () => {
    const once = new NameGuesser({
      words: new Map([
        ['mul', ['Add']],
        ['one', ['Zero']],
      ]),
      abbreviations: new Map(),
    });
    fc.assert(fc.property(name, (text) => once.guess(once.guess(text)) === once.guess(text)));
  });

  it('adds hints in a new guesser without changing the original one', () => {
    const hinted = guesser.withHints([
      ['Left', 'Right'],
      ['ZeroWedge', 'Bare'],
    ]);
    expect(hinted.guess('left_mul')).toBe('right_add');
    expect(hinted.guess('one_wedge')).toBe('zero_wedge');
    expect(hinted.guess('oneWedge')).toBe('bare');
    expect(guesser.guess('left_mul')).toBe('left_add');
  });

  it('keeps every name without dictionaries', () => {
    const empty = new NameGuesser({ words: new Map(), abbreviations: new Map() });
    fc.assert(fc.property(name, (text) => empty.guess(text) === text));
  });
});
