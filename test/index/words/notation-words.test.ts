import { describe, expect, it } from 'vitest';
import { notationWords } from '../../../src/index/words/notation-words.ts';
import { Tokeniser } from '../../../src/index/words/tokeniser.ts';
import { readLeanFile } from '../../../src/lean/read-file.ts';
import type { Notation } from '../../../src/lean/declaration.ts';

const notationsOf = (text: string): Notation[] => readLeanFile(text, 'Mine').notations;
const stems = (notations: Notation[], text: string): string =>
  new Tokeniser(notations)
    .scan(text)
    .flatMap((atom) => atom.stems)
    .join(' ');

const MINE = notationsOf(`
infixl:65 " ⊠⊠ " => Warp.glueTogether
notation "𝔾[" K "]" => GroupOfKnots K
notation "knot(" K ")" => ClosedKnot K
prefix:max "✶" => Knot.mirror
scoped[Knots] notation "J(" K ")" => jonesPolynomial K
local infixl:65 " ⋄ " => hidden
notation "σ" => someSpectrum
infixl:65 " ≤ " => myOrder
notation a " ⊛ " b => Left.weave a b
scoped[Other] notation a " ⊛ " b => Other.weave a b
`);

describe('notationWords', () => {
  it("returns the words for the meaning of a library's own symbols", () => {
    expect(Object.fromEntries(notationWords(MINE))).toEqual({
      '⊠⊠': 'glue together',
      '𝔾[': 'group of knots',
      'knot(': 'closed knot',
      '✶': 'knot mirror',
      '⊛': 'weave',
    });
  });

  it('returns nothing without notations', () => {
    expect(notationWords([]).size).toBe(0);
  });
});

describe('the tokeniser with notations', () => {
  it.each([
    ['a ⊠⊠ b = ✶a', 'glue togeth eq knot mirror'],
    ['x ∈ 𝔾[K]', 'mem group knot'],
    ['knot(K) and knot K', 'knot close knot knot'],
    ['a ⋄ b ≤ J(K) + σ', 'le add'],
  ])('reads %s', (text, expected) => {
    expect(stems(MINE, text)).toBe(expected);
  });

  it('does not change the result for text without them', () => {
    const text = 'theorem Nat.add_comm (a b : ℕ) : a + b = b + a, M →ₗ[R] N, μ[f|m], Polynomial.C(a)';
    expect(stems(MINE, text)).toBe(stems([], text));
  });
});
