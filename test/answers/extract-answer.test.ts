import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenLetter } from '../../src/answers/choice.ts';
import { extractAnswer } from '../../src/answers/extract-answer.ts';
import { normalizeLatex } from '../../src/answers/normalize-latex.ts';

describe('the answer of a text', () => {
  it.each([
    [String.raw`First \boxed{1}. No, \boxed{\frac{1}{2}}.`, 'boxed', String.raw`\frac{1}{2}`],
    [String.raw`\boxed{3} \quad \text{and} \quad \boxed{-3}`, 'boxed', '3, -3'],
    [String.raw`\boxed 5`, 'boxed', '5'],
    ['The final answer is $12$. I hope it is correct.', 'final-answer', '12'],
    ['**Answer:** The largest $n$ is 34.', 'answer-is', '34'],
    ['2 + 2 = 4\n#### 4', 'hashes', '4'],
    ['3/4', 'whole', '3/4'],
    ['So we get $x = 2$ or $x = 3$.', 'math', 'x = 2, x = 3'],
    ['There are 12 of them, and we are done with all 1,200.', 'number', '1,200'],
  ])('of %j is found by the rule %s', (text, rule, answer) => {
    expect(extractAnswer(text)).toEqual({ text: answer, rule });
  });

  it('is not what a text denies', () => {
    expect(extractAnswer('It is not $7$, but $8$.')).toEqual({ text: '8', rule: 'math' });
    expect(extractAnswer('It is not $7$.')?.text).not.toBe('7');
  });

  it('is null if there is none', () => expect(extractAnswer('I do not know what we have.')).toBeNull());
});

describe('the letter of a choice', () => {
  it.each([
    ['The answer is (C).', 'C'],
    [String.raw`\boxed{\text{B}}`, 'B'],
    ['D. 42', 'D'],
    ['A group is abelian.', null],
    ['A and B', null],
    ['The answer is B, C or D.', null],
    [String.raw`\boxed{A} or \boxed{C}`, null],
    ['The answer is a prime number.', null],
    ['It is not B.', null],
  ])('of %j is %s', (text, letter) => expect(chosenLetter(text)).toBe(letter));

  it('is that of an option with the same text', () => expect(chosenLetter('forty', ['ten', 'forty'])).toBe('B'));
});

describe('normalized LaTeX', () => {
  it.each([
    [String.raw`\dfrac{1}{2}`, String.raw`\frac{1}{2}`],
    [String.raw`\left( 1, 2 \right]`, '( 1, 2 ]'],
    [String.raw`12{,}345`, '12345'],
    [String.raw`12,\!345`, '12345'],
    ['x ≤ √2', String.raw`x \le \sqrt{2}`],
    [String.raw`\\frac{1}{2}`, String.raw`\frac{1}{2}`],
    [String.raw`\begin{bmatrix} 1 \\ 2 \end{bmatrix}`, String.raw`\begin{pmatrix} 1 \\ 2 \end{pmatrix}`],
  ])('of %s is %s', (latex, expected) => expect(normalizeLatex(latex)).toBe(expected));

  it('stays as it is when normalized again', () => {
    const pieces = fc.constantFrom(
      ...String.raw`\frac \sqrt { } ( ) 1 2 x + - , = \text \left \right \le \pi ^ _ \\ \ , ; $ √ ≤ °`.split(' '),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const once = normalizeLatex(normalizeLatex(parts.join('')));
        expect(normalizeLatex(once)).toBe(once);
      }),
    );
  });
});
