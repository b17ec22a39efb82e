import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokeniser } from '../../src/index/words/tokeniser.ts';
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
  ])('extracts from "%s" the formula "%s"', (query, expected) => {
    expect(formulaOf(query)).toBe(expected);
  });
});

describe('Formula', () => {
  it('equals itself under renaming of variables', () => {
    for (const other of ['a + b = b + a', 'x + y = y + x', 'α + h₁ = h₁ + α']) {
      expect(formula('a + b = b + a').compare(other)).toEqual({ recall: 1, precision: 1 });
    }
  });

  it('matches a number with a variable of the statement', () => {
    expect(formula('7 ∣ a * b').compare('p ∣ m * n')).toEqual({ recall: 1, precision: 1 });
  });

  it('distinguishes the order of operations', () => {
    const query = formula('a * b ≤ a + b');
    const same = query.compare('x * y ≤ x + y');
    const turned = query.compare('x + y ≤ x * y');
    expect(same.recall).toBe(1);
    expect(turned.recall).toBeLessThan(0.9);
    expect(turned.recall).toBeGreaterThan(0);
  });

  it('computes recall relative to the query and precision relative to the statement', () => {
    const query = formula('a ∣ b');
    const longer = query.compare('a ∣ b ∧ Prime a');
    expect(longer.recall).toBe(1);
    expect(longer.precision).toBeLessThan(1);
    const part = formula('a ∣ b ∧ Prime a').compare('a ∣ b');
    expect(part.precision).toBe(1);
    expect(part.recall).toBeLessThan(1);
  });

  it('returns 0 for formulas without common parts', () => {
    expect(formula('a + b').compare('x ∈ s')).toEqual({ recall: 0, precision: 0 });
    expect(formula('a b c').isEmpty).toBe(true);
    expect(formula('').compare('')).toEqual({ recall: 0, precision: 0 });
  });

  it('returns values from 0 to 1 for any text', () => {
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
