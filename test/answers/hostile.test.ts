import { afterAll, describe, expect, it } from 'vitest';
import { AnswerChecker } from '../../src/answers/answer-checker.ts';

const checker = new AnswerChecker();
afterAll(() => checker.close());

const verdict = async (gold: string, text: string): Promise<string> => (await checker.check({ gold, text })).verdict;

const nested = (open: string, close: string, count: number): string => `${open.repeat(count)}1${close.repeat(count)}`;
const fraction = String.raw`\frac{1}{`;

/** Answers that hang, overflow or exhaust the memory of symbolic packages (specs/templates.md 5.1). */
const HOSTILE: [string, string][] = [
  ['a tower of powers', '9^{9^{9^{9}}}'],
  ['a large factorial', '10000000!'],
  ['a power factorial', '(10^{8})!'],
  ['a factorial of a factorial', '((20!)!)!'],
  ['a long sum', String.raw`\sum_{k=1}^{10^{12}} \frac{1}{k}`],
  ['a long product', String.raw`\prod_{k=1}^{10^9} k`],
  ['nested sums', String.raw`\sum_{a=1}^{999}\sum_{b=1}^{999}\sum_{c=1}^{999} abc`],
  ['a sum to infinity', String.raw`\sum_{k=1}^{\infty} \frac{1}{k^2}`],
  ['nested braces', nested('{', '}', 5000)],
  ['nested fractions', nested(fraction, '}', 2000)],
  ['nested fractions at the limit', nested(fraction, '}', 60)],
  ['nested parentheses', nested('(', ')', 3000)],
  ['nested roots', nested(String.raw`\sqrt{`, '}', 3000)],
  ['nested absolute values', nested('|', '|', 500)],
  ['many digits', '9'.repeat(200_000)],
  ['an expanded power', '(x+y+z)^{500}'],
  ['a large binomial', String.raw`\binom{10^7}{5\cdot10^6}`],
  ['a primality test', String.raw`\operatorname{IsPrime}(2^{4423}-1)`],
  ['a factorization', String.raw`\operatorname{Factor}(2^{400}+1)`],
  ['an oscillating integral', String.raw`\int_0^1 \sin(\frac{1}{x^{100}})dx`],
  ['many terms', Array(20_000).fill('1').join('+')],
  ['many terms within the limit', Array(900).fill('1').join('+')],
  ['many commas', '1,'.repeat(1000)],
  ['backslashes', '\\'.repeat(100_001)],
  ['dollars', '$'.repeat(100_000)],
  ['words that can be cut in many ways', `1${'a'.repeat(60)}!`],
  ['many words with powers', `5 ${'ab^7 '.repeat(300)}?`],
  ['a long run of blanks', `answer${' '.repeat(99_000)}x`],
  ['a long run of line breaks', `${'\n'.repeat(99_999)}5`],
  ['blanks in a box', String.raw`\boxed{${' '.repeat(90_000)}`],
  ['a number that is too large to read', '1e9999999'],
  ['many plus-minus signs in tuples', `${String.raw`(1 \pm `.repeat(50)}1${')'.repeat(50)}`],
  ['unclosed display mathematics', String.raw`\[`.repeat(40_000)],
  ['unclosed boxes', String.raw`\boxed{`.repeat(15_000)],
  ['unclosed left brackets', String.raw`\left(`.repeat(300)],
  ['an empty box', String.raw`\boxed{}`],
  ['an empty text', ''],
  ['blanks', ' \n\t '],
  ['control characters', '\u{0}\u{1b}[31m5'],
  ['right-to-left marks', '\u{202e}5\u{202c}'],
  ['a lone surrogate', '\ud800'],
  ['division by zero', String.raw`\frac{1}{0}`],
  ['zero to the power of zero', '0^0'],
  ['the logarithm of zero', String.raw`\ln 0`],
  ['a right angle', String.raw`\tan 90^\circ`],
  ['infinity minus infinity', String.raw`\infty - \infty`],
  ['a prototype name', '__proto__'],
  ['a constructor', 'constructor(1)'],
  ['many unknowns', 'abcdefghjklmnopqrstuvwxyz'],
  ['many plus-minus signs', String.raw`\pm 1`.repeat(200)],
  ['nested sets', nested(String.raw`\{`, String.raw`\}`, 55)],
  [
    'a large matrix',
    String.raw`\begin{pmatrix}${Array(300)
      .fill('1&1')
      .join(String.raw`\\`)}\end{pmatrix}`,
  ],
  [
    'huge rationals',
    Array(40)
      .fill(String.raw`\frac{7^{9999}}{3^{9999}}`)
      .join('+'),
  ],
];

describe('hostile answers', () => {
  it('has at least forty', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(40));

  it.each(HOSTILE)('ends on %s, and answers the next pair', { timeout: 60_000 }, async (_, text) => {
    expect(await verdict('2', text)).not.toBe('same');
    if (text !== '') expect(await verdict(text, '2')).not.toBe('same');
    expect(await verdict('0.5', String.raw`\frac12`)).toBe('same');
  });
});
