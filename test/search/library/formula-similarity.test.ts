/** Similarity of a question's formulas and an entry's source text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formulaSimilarity, formulaRuns } from '../../../src/search/library/formula-similarity.ts';

test.each<[string, string, number]>([
  ['$(1+x)^n \\ge 1+nx$', 'Show \\begin{equation*}\n {\\left(1 + x\\right)}^n \\geq 1 + n x .\\end{equation*}', 1],
  ['$\\frac{a}{b} \\leq \\varepsilon$', '$\\nicefrac{a}{b} \\le \\epsilon$', 1],
  ['$a + b = c$', 'nothing of the kind', 0],
  ['no formula', '$a + b = c$', 0],
  ['$x$', '$x$', 0],
])('similarity of %s in %s', (question, text, similarity) => {
  expect(formulaSimilarity(formulaRuns(question), text)).toBe(similarity);
});

test('formula similarity is between 0 and 1 for any LaTeX, and 1 for the formula itself', () => {
  const latex = fc.string({ unit: fc.constantFrom('x', 'y', '+', '\\', 'frac', '{', '}', '^', ' ', '2') });
  fc.assert(
    fc.property(latex, latex, (one, other) => {
      const runs = formulaRuns(`$${one}$`);
      expect(formulaSimilarity(runs, other)).toBeGreaterThanOrEqual(0);
      expect(formulaSimilarity(runs, other)).toBeLessThanOrEqual(1);
      if (runs.size > 0) expect(formulaSimilarity(runs, one)).toBe(1);
    }),
  );
});
