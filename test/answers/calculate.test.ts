/** The calculator over the parser and the evaluator of answers. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { AnswerChecker } from '../../src/answers/answer-checker.ts';
import { readPlain, UnreadableExpression } from '../../src/answers/plain-expression.ts';

const checker = new AnswerChecker();
afterAll(() => checker.close());

describe('calculate', () => {
  test.each([
    ['2^10 * 3/7', '3072/7 ≈ 438.857142857143'],
    ['2**3**2 - 2^-1', '1023/2 ≈ 511.5'],
    ['-2^2 + 3(4 - 1)!', '14'],
    ['17 mod 5 + mod(17, 6) + 22 % 7', '8'],
    ['gcd(12, 18, 8) + lcm(4, 6)', '14'],
    ['binomial(10, 3) - 5!', '0'],
    ['sum(k^2, k, 1, 10) + prod(k, k, 1, 4)', '409'],
    ['7^(10^12) mod 13', '9'],
    ['sqrt(2)', '≈ 1.4142135623731'],
    ['sqrt(-4)', '≈ 0 + 2 i'],
    ['sqrt(9/4)', '3/2 ≈ 1.5'],
    ['2 pi', '≈ 6.28318530717959'],
    ['log(8, 2) + floor(-3.5) + ceil(7/2)', '3'],
    ['max(1, 2/3) × min(5, 4) ÷ 2', '2'],
    ['100!/98!', '9900'],
    ['\\frac{1}{3} + \\binom{4}{2}', '19/3 ≈ 6.33333333333333'],
    ['\\sum_{k=1}^{100} k', '5050'],
    ['3^{200} \\bmod 100', '1'],
    ['17 \\pmod{5}', '2'],
    ['2^10 + \\frac{1}{2}', '2049/2 ≈ 1024.5'],
    ['2\\cdot 3^{2} \\bmod{7}', '4'],
    ['2000!', 'an exact number of 5736 digits'],
  ])('%s', async (expression, value) => {
    expect(await checker.calculate(expression)).toEqual({ value });
  });

  test.each([
    ['1/0', 'undefined'],
    ['x + 1', "'x' has no value"],
    ['log(100)', 'log needs 2 arguments, not 1'],
    ['system("ls")', 'not understood'],
    ['constructor(1)', "'constructor' is not known"],
    ['__proto__', 'not understood'],
    ['(1 + 2', 'not closed'],
    ['2 +', 'ends too early'],
    ['', 'ends too early'],
    ['9^9^9^9', 'undefined'],
    ['sum(k, k, 1, 10^12)', 'not supported'],
    [`${'('.repeat(100)}1${')'.repeat(100)}`, 'nested too deeply'],
    ['1'.repeat(300), 'more than 200 digits'],
    ['1+'.repeat(2000), 'more than 2000 characters'],
    ['\\int_0^1 2 \\, dx', "'x' has no value"],
    ['\\frac{1}{', 'cannot be read'],
    ['\\sqrt{4} 3', 'write braces or a sign'],
  ])('%s is an error that says why', async (expression, message) => {
    const result = await checker.calculate(expression);
    expect('error' in result ? result.error : result.value).toContain(message);
  });

  test('reads expressions with brackets and signs', () => {
    const leaf = fc.integer({ min: 0, max: 99 }).map((value): [string, number] => [String(value), value]);
    const apply = {
      '+': (a: number, b: number) => a + b,
      '-': (a: number, b: number) => a - b,
      '*': (a: number, b: number) => a * b,
    };
    const { expression } = fc.letrec<{ expression: [string, number] }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(tie('expression'), fc.constantFrom(...(['+', '-', '*'] as const)), tie('expression'))
          .map(([[left, a], sign, [right, b]]): [string, number] => [
            `(${left} ${sign} -${right})`,
            apply[sign](a, -b),
          ]),
      ),
    }));
    const valueOf = (text: string): number => {
      const value = (part: unknown): number => {
        if (typeof part === 'object' && part !== null && 'num' in part) return Number(part.num);
        const [name, ...rest] = part as [string, ...unknown[]];
        const [a, b = 0] = rest.map(value) as [number, number?];
        return { Add: a + b, Subtract: a - b, Multiply: a * b, Negate: -a, Delimiter: a }[name]!;
      };
      return value(readPlain(text));
    };
    fc.assert(
      fc.property(expression, ([text, value]) => {
        expect(valueOf(text) + 0).toBe(value + 0);
      }),
      { numRuns: 2000 },
    );
  });

  test('any text is read or refused', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'12.e(),!^*/+-%xk mod sum'.split('')), maxLength: 60 }),
        (text) => {
          try {
            readPlain(text);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableExpression);
          }
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
