import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latexToPlain } from '../../../src/index/words/latex.ts';
import { Tokeniser } from '../../../src/index/words/tokeniser.ts';

const stems = (text: string): string =>
  new Tokeniser()
    .scan(latexToPlain(text))
    .flatMap((atom) => atom.stems)
    .join(' ');

describe('the tokeniser', () => {
  it.each([
    ['Nat.add_comm', 'nat add comm'],
    ["the sum of two elements' inverses", 'sum two element invers'],
    ['a ∣ b → a ≤ b', 'dvd le'],
    ['⨆ i, f i', 'isup sup'],
    ['Tendsto f (𝓝[s] x) ⊤', 'tendsto nhd top'],
    ['(x : ℝ≥0∞) ≤ 2 * y⁻¹', 'ennreal le two mul inv'],
    ['p-adic and x - y', 'adic sub neg'],
    ['R[X] is a ring', 'polynomi ring'],
    ['n! and n ! but not Stop!', 'factori factori but not stop'],
    ['|x - y| in {x | p x}', 'abs sub neg'],
    ['f →ₗ[R] g', 'linear map'],
    ['#s = #{x | p x} in issue #12, C# and # Title', 'card eq card issu 12 titl'],
    ['μ[s | t] and μ[|t] but {x | p x} and (|x|)', 'cond cond but abs'],
    ["f '' s and f⁻¹' t and f'' x", 'imag preimag'],
  ])('splits %s', (text, expected) => {
    expect(stems(text)).toBe(expected);
  });

  it.each([
    ['$\\sup_i f(i) \\le 1$', 'isup sup le on'],
    ['$A \\ B$ in $\\mathbb{R}^n$', 'real pow'],
    ['s \\ t', 'sdiff'],
    ['$\\{x, y\\} \\subseteq \\operatorname{span} S$', 'subset span'],
    ["$f'(x) = 0$", 'deriv eq zero'],
    ['$|x| \\leq \\|y\\|$', 'norm abs le norm norm'],
    ['$L^p$ spaces', 'lp space'],
    ['$\\alpha \\unknowncommand \\xy$', 'unknowncommand'],
    ['\\R is complete', 'real complet'],
    ['$g^{-1}(U)$', 'inv'],
  ])('splits the LaTeX of %s', (text, expected) => {
    expect(stems(text)).toBe(expected);
  });

  it('splits a name and its folded form equally', () => {
    expect(stems('Hölder')).toBe(stems('holder'));
    expect(stems('iSup_iInf')).toBe(stems('⨆ ⨅'));
  });

  it('numbers each stem once', () => {
    const tokeniser = new Tokeniser();
    const [first, second] = [tokeniser.scan('compact sets'), tokeniser.scan('Compact set')];
    expect(first.map(({ ids }) => ids)).toEqual(second.map(({ ids }) => ids));
    expect(new Set(tokeniser.vocabulary).size).toBe(tokeniser.vocabulary.length);
  });

  it('never throws and never returns an empty stem, for any characters', () => {
    const tokeniser = new Tokeniser();
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'ab\\{}$|-*/!ℝ≥0∞𝓝⁻¹^_ \n') }),
    );
    fc.assert(
      fc.property(anything, (text) => {
        for (const { stems: found, ids } of tokeniser.scan(latexToPlain(text))) {
          expect(found.length).toBe(ids.length);
          expect(found.every((each) => each.length > 0 && !/\s/.test(each))).toBe(true);
        }
      }),
    );
  });
});
