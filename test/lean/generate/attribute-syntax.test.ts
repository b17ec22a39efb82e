import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readAttributeList,
  readDeprecation,
  readNestedAttributes,
  readParts,
  readSimpsArguments,
  readTranslateArguments,
  splitAtCommas,
} from '../../../src/lean/generate/attribute-syntax.ts';

const use = (name: string, args: string) => ({ name, args, doc: null, scope: 'global' as const });

describe('the reader of to_additive and to_dual', () => {
  it('reads hint, nested attributes and target', () => {
    const args = readTranslateArguments(
      use('to_additive', 'existing (attr := simp, to_additive (attr := norm_cast)) Foo.bar'),
    );
    expect(args).toMatchObject({ hint: 'existing', target: 'Foo.bar' });
    expect(args.attributes.map(({ name, args: inner }) => [name, inner])).toEqual([
      ['simp', ''],
      ['to_additive', '(attr := norm_cast)'],
    ]);
  });

  it('reads a hint only in first position', () => {
    expect(readTranslateArguments(use('to_dual', '(reorder := a b) self'))).toMatchObject({
      hint: null,
      target: 'self',
    });
  });

  it('reads the variables that are not translated, and ignores the tracing mark', () => {
    expect(readTranslateArguments(use('to_additive', '? (dont_translate := R S) foo'))).toMatchObject({
      dontTranslate: ['R', 'S'],
      target: 'foo',
    });
  });
});

describe('the reader of simps', () => {
  it.each([
    ['apply symm_apply', { projections: ['apply', 'symm_apply'], isSimp: true, unfolds: false }],
    ['! -isSimp +simpRhs (config := .asFn) obj', { projections: ['obj'], isSimp: false, unfolds: true }],
    ['(nameStem := "stem") toFun', { projections: ['toFun'], nameStem: 'stem' }],
    ['(config := { nameStem := "" })', { projections: [], nameStem: '' }],
    ['hom hom', { projections: ['hom'] }],
  ])('%s', (args, expected) => expect(readSimpsArguments(use('simps', args))).toMatchObject(expected));

  it('reads the attributes to pass on', () => {
    const { attributes } = readSimpsArguments(use('simps!', '(attr := grind =, alias_in Foo.Bar) pt'));
    expect(attributes.map(({ name, args }) => [name, args])).toEqual([
      ['grind', '='],
      ['alias_in', 'Foo.Bar'],
    ]);
  });
});

it('an attribute list is split at outer commas only', () => {
  expect(splitAtCommas('simp, foo (a, b) [c, d], "x, y", ')).toEqual(['simp', 'foo (a, b) [c, d]', '"x, y"']);
});

it('an attribute list is read with the scopes of its attributes', () => {
  expect(readAttributeList('local simp, scoped instance high')).toMatchObject([
    { name: 'simp', scope: 'local' },
    { name: 'instance', args: 'high', scope: 'scoped' },
  ]);
});

it('nested attributes are found in any position', () => {
  expect(readNestedAttributes(use('reassoc', '+to_dual (attr := simp high)'))).toMatchObject([
    { name: 'simp', args: 'high' },
  ]);
});

it('a deprecation is read with its replacement', () => {
  expect(readDeprecation(use('deprecated', 'foo.bar "gone" (since := "2026-02-03")'))).toEqual({
    replacement: 'foo.bar',
    note: 'gone',
    since: '2026-02-03',
  });
});

it('the attribute readers accept any text without throwing or looping', () => {
  const text = fc.string({ unit: fc.constantFrom(...'()[]{}⟨⟩,":= \\a?attr'), maxLength: 30 });
  fc.assert(
    fc.property(text, (args) => {
      readParts(args);
      readTranslateArguments(use('to_additive', args));
      readSimpsArguments(use('simps', args));
      readAttributeList(args);
    }),
  );
});
