import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latexToPlain } from '../../../src/index/words/latex.ts';

describe('latexToPlain', () => {
  it.each([
    // Implicit products
    ['$2xy + 3$', '2 * x * y + 3'],
    ['$x(y+z) = f(y+z)$', 'x * ( y + z ) = f ( y + z )'],
    ['$(a+b)(a-b)$', '( a + b ) * ( a - b )'],
    ['$x \\log x$', 'x * log x'],
    ["$f(x)g'(x)$", 'f ( x ) * g deriv ( x )'],
    ['$\\gcd(a,b) \\cdot \\mathrm{lcm}(a,b)$', 'gcd ( a b ) * lcm ( a b )'],
    // Fractions, roots, binomials, powers
    ['$\\frac{a}{b} + \\sqrt{x}$', 'a / b + √ x'],
    ['$\\frac12$', '1 / 2'],
    ['$\\binom{n}{k}$', 'n choose k'],
    ['$x^2 + g^{-1}$', 'x ^ 2 + g ⁻¹'],
    ['$e^{i\\pi}$', 'exp ( i * π )'],
    ['$K^\\perp$ and $A^T$ and $n^T$', 'K ᗮ and A ᵀ and n ^'],
    ['$A^c \\cup S^{c}$, $x^c$', 'A ᶜ ∪ S ᶜ, x ^'],
    ['$V^{**}$, $R^\\times$, $C^{op}$', 'V dual dual, R ˣ, C ᵒᵖ'],
    ['$L^p$, $C^\\infty$, $C^*$-algebra, $T_2$', 'Lp, ContDiff, CStar-algebra, T2'],
    ['$\\mathrm{L}^p$ and L^2, but not L^n or xL^2', 'Lp and Lp, but not L^n or xL^2'],
    // Derivatives
    ["$f'(x)$, $f''$, $x'$", 'f deriv ( x ), f deriv, x'],
    ['$\\frac{d}{dx} x^n$', 'deriv  x ^ n'],
    ["$(g \\circ f)'(x)$", '( g ∘ f ) deriv ( x )'],
    ['$f^{(n)}$', 'f iterated deriv'],
    ['$\\partial U$, $\\partial f$', 'frontier boundary U, ∂ boundary f'],
    // Sums, integrals, limits
    ['$\\sum_{i=0}^{n} a_i$', '∑ range a'],
    ['$\\sum_{i=1}^n i$', '∑ Icc i'],
    ['$\\sum_{n=0}^\\infty r^n$', "∑' r ^ n"],
    ['$\\sum_{d \\mid n} d$', '∑ divisors d'],
    ['$\\int_a^b f(x)\\,dx$', 'interval ∫ f ( x )'],
    ['$\\int f\\,d\\mu$', '∫ f ∂ measure'],
    ['$\\int^- c\\,d\\mu$', '∫⁻ c ∂ measure'],
    ['$\\lim_{x\\to\\infty} f(x)$', 'limit tendsto atTop nhds f ( x )'],
    ['$x_n \\to a$, $f(x) \\to 0$', 'x tendsto a, f ( x ) tendsto 0'],
    ['$f : X \\to Y$, $g \\colon X \\to Y$', 'f : X → Y, g : X → Y'],
    // Bars
    ['$|x - y|$, $\\|x\\|$, $||x||$', 'norm abs x - y,  ‖ x ‖,  ‖ x ‖'],
    ['$|G| = [G:H]\\,|H|$', 'card G = finrank index G : H card H'],
    ['$|\\{x \\in s : p\\}|$', 'card { x ∈ s : p }'],
    ['$a \\mid b$, $a | b$, $\\{x \\mid p\\}$', 'a ∣ b, a ∣ b, { x p }'],
    ['$\\mathbb{P}(A \\mid B)$', 'ℙ ( A cond B )'],
    ['$f|_S$ and $|x|_S$', 'f restrict and padic norm abs x'],
    ['$\\|f\\|_p$', 'lp ‖ f ‖'],
    // Brackets
    ['$x \\in [0,1]$, $c\\in(a,b)$, $[a,\\infty)$', 'x ∈ Icc 0 1, c ∈ Ioo a b, Ici a ∞'],
    ['$[x, y] = 0$', '⁅ x y = 0'],
    ['$\\langle x, y\\rangle$, $\\langle s\\rangle$', 'inner x y, span s'],
    ['$R[X]$, $\\mathbb{E}[X]$', 'R [X], 𝔼 [ X ]'],
    ['$[K : F]$', 'finrank index K : F'],
    // Quotients and sets
    ['$G/H$, $a/b$, $\\alpha/\\sim$', 'G ⧸ H, a / b, α / ~'],
    ['$\\mathbb{Z}/n\\mathbb{Z}$', 'ℤ ZMod n ℤ'],
    ['$\\overline{A}$, $\\bar z$', 'closure A, conj star z'],
    ['$\\mathbf{R}^n$, $\\mathbb R$, $\\R$', 'ℝ ^ n, ℝ, ℝ'],
    ['$\\mathbb{F}_p$, $\\mathcal{O}_K$, $\\mathcal{O}(n)$', 'finite field, 𝓞, isBigO ( n )'],
    ['$a = 0 \\wedge b = 0$, $a \\wedge b \\le a$', 'a = 0 ∧ b = 0, a ⊓ b ≤ a'],
    ['$\\operatorname{Var}(X)$, $\\operatorname{foo}\\,x$', 'variance ( X ), foo x'],
    ['$x \\not\\in A$, $x \\ne y$', 'x ∉ A, x ≠ y'],
    ['$\\sqrt[3]{x}$', 'root 3 x'],
    ['$\\sqrt{I}$, $\\sqrt x$', 'radical I, √ x'],
    ['$\\varphi(p^k)$, $\\varphi(x)$', 'totient φ ( p ^ k ), φ ( x )'],
    ['$\\mu(d)$, $\\mu(A)$, $\\sigma_k(n)$', 'moebius ( d ), measure ( A ), sigma divisors σ ( n )'],
    ['$Z(G)$, $C_G(x)$, $N_G(H)$', 'center Z ( G ), centralizer C ( x ), normalizer N ( H )'],
    ['$\\Omega_{A/R}$', 'kaehler differential'],
    ['$\\begin{pmatrix} a & 0\\\\ c & d\\end{pmatrix}$', 'matrix a 0 c d'],
    // Outside dollars
    ['\\(x \\le y\\) or \\[x > y\\]', 'x ≤ y or x > y'],
    ['\\sup x', ' ⨆  x'],
    // Typed formulas
    ['[0,1] is compact, of (0, 1)', ' Icc 0 1  is compact, of  Ioo 0 1 '],
    ['on [a, ∞) or (-∞,0] and [x, y]', 'on  Ici a ∞  or  Iic -∞ 0  and [x, y]'],
    ['g(0, 1) and (0, 1) and xs[0, 1]', 'g(0, 1) and (0, 1) and xs[0, 1]'],
    ['e^x = 1 a.e., the^x', 'exp x = 1 ae, the^x'],
    ["no LaTeX: f '' s", "no LaTeX: f '' s"],
  ])('converts %s to %s', (latex, plain) => {
    expect(latexToPlain(latex)).toBe(plain);
  });

  const pieces = [
    '\\frac',
    '\\sqrt',
    '{',
    '}',
    '^',
    '_',
    '|',
    '\\|',
    '(',
    ')',
    '[',
    ']',
    '\\{',
    '\\left',
    '\\not',
    'x',
    'AB',
    '2',
  ];
  const formula = fc.array(
    fc.constantFrom(...pieces, '\\sum', '\\int', 'd', '/', ',', "'", '\\mid', '\\constructor', ' ', '\\'),
  );

  it('leaves no dollar and no command of any formula', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          formula.map((parts) => parts.join('')),
        ),
        (text) => {
          const plain = latexToPlain(`$${text.replaceAll('$', '')}x$`);
          expect(plain).not.toMatch(/\$|\\[A-Za-z]/);
          expect(latexToPlain(plain)).toBe(plain);
        },
      ),
    );
  });

  const withoutScripts = formula.map((parts) => parts.filter((part) => !/[_^]/.test(part)));

  it('keeps every word of a formula with any brackets', () => {
    fc.assert(
      fc.property(withoutScripts, withoutScripts, (before, after) => {
        const depth = before.filter((part) => /[{([]/.test(part)).length;
        fc.pre(depth < 20);
        expect(latexToPlain(`$${before.join('')} \\mathrm{lemma} ${after.join('')}$`)).toContain('lemma');
      }),
    );
  });

  it.each(['\\sqrt', '{', '^{', '\\left(', '|', '\\not', '^\\sqrt', '\\frac{', '(', '[0 ,', 'a '])(
    'handles 10,000 repetitions of %s',
    (part) => {
      expect(typeof latexToPlain(`$${part.repeat(10_000)}$`)).toBe('string');
      expect(typeof latexToPlain(part.repeat(10_000))).toBe('string');
    },
  );
});
