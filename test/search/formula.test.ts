import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokeniser } from '../../src/index/words/tokens.ts';
import { AtomReader } from '../../src/search/atom-reader.ts';
import { Formula, formulaOf } from '../../src/search/formula.ts';

const reader = new AtomReader(new Tokeniser());
const formula = (text: string): Formula => new Formula(reader, text, () => 2);

describe('formulaOf', () => {
  it.each([
    ['sums `a + b` and $c \\le d$', 'a + b ; c ≤ d'],
    ['a ≤ b', 'a ≤ b'],
    ['\\sup x', ' ⨆  x'],
    ['compact sets', ''],
    ['', ''],
  ])('takes of "%s" "%s"', (query, expected) => {
    expect(formulaOf(query)).toBe(expected);
  });
});

describe('Formula', () => {
  it('is like itself under any names of variables', () => {
    for (const other of ['a + b = b + a', 'x + y = y + x', 'α + h₁ = h₁ + α']) {
      expect(formula('a + b = b + a').compare(other)).toEqual({ recall: 1, precision: 1 });
    }
  });

  it('takes a number for a variable where the statement has one', () => {
    expect(formula('7 ∣ a * b').compare('p ∣ m * n')).toEqual({ recall: 1, precision: 1 });
  });

  it('tells the order of operations', () => {
    const asked = formula('a * b ≤ a + b');
    const same = asked.compare('x * y ≤ x + y');
    const turned = asked.compare('x + y ≤ x * y');
    expect(same.recall).toBe(1);
    expect(turned.recall).toBeLessThan(0.9);
    expect(turned.recall).toBeGreaterThan(0);
  });

  it('weighs recall by what is asked and precision by what is found', () => {
    const asked = formula('a ∣ b');
    const longer = asked.compare('a ∣ b ∧ Prime a');
    expect(longer.recall).toBe(1);
    expect(longer.precision).toBeLessThan(1);
    const part = formula('a ∣ b ∧ Prime a').compare('a ∣ b');
    expect(part.precision).toBe(1);
    expect(part.recall).toBeLessThan(1);
  });

  it('finds nothing in common where there is nothing', () => {
    expect(formula('a + b').compare('x ∈ s')).toEqual({ recall: 0, precision: 0 });
    expect(formula('a b c').isEmpty).toBe(true);
    expect(formula('').compare('')).toEqual({ recall: 0, precision: 0 });
  });

  it('gives shares for any text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'ab+=≤∑ ∣\\_^{}') }));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { recall, precision } = formula(one).compare(other);
        expect(recall).toBeGreaterThanOrEqual(0);
        expect(recall).toBeLessThanOrEqual(1 + 1e-9);
        expect(precision).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
