/** LaTeX formulas without dollars. */
import { describe, expect, it } from 'vitest';
import { markFormula } from '../../src/search/mark-formula.ts';
import { cpuTime } from '../cpu-time.ts';

describe('a query in words', () => {
  it.each([
    String.raw`\int_a^b f'(x) dx = f(b) - f(a)`,
    String.raw`e^{i\pi} + 1 = 0`,
    String.raw`\operatorname{rank}(AB) \le \operatorname{rank} A`,
  ])('gets dollars if it is a LaTeX formula without them: %s', (formula) => {
    expect(markFormula(` ${formula}\n`)).toBe(`$${formula}$`);
  });

  it.each([
    String.raw`\sqrt{2} is irrational`,
    String.raw`if $a \mid b$`,
    String.raw`\(a \le b\)`,
    '`a \\le b`',
    String.raw`(A \ B) ∪ (A ∩ B) = A`,
    'a + b = b + a',
  ])('is unchanged otherwise: %s', (query) => {
    expect(markFormula(query)).toBe(query);
  });

  it('is read in linear time', () => {
    const start = cpuTime();
    for (const part of [String.raw`\text{`, String.raw`\mathrm `, '\\mathrm' + ' '.repeat(99), '\\', '{'])
      expect(markFormula(part.repeat(100_000)).length).toBeGreaterThan(0);
    expect(cpuTime() - start).toBeLessThan(5000);
  });
});
