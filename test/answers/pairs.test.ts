import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { AnswerChecker } from '../../src/answers/answer-checker.ts';

// On a loaded machine, 2 s may be too short.
const checker = new AnswerChecker(60_000);
afterAll(() => checker.close());

const verdict = async (gold: string, text: string, more: object = {}): Promise<string> =>
  (await checker.check({ gold, text, ...more })).verdict;

describe('the checker of answers', () => {
  it('agrees with every label of the development pairs', async () => {
    const lines = readFileSync('fixtures/answers/development.jsonl', 'utf8').trim().split('\n');
    const wrong: string[] = [];
    for (const line of lines) {
      const pair = JSON.parse(line) as { id: string; gold: string; text: string; same: boolean };
      if (((await checker.check(pair)).verdict === 'same') !== pair.same) wrong.push(pair.id);
    }
    expect(lines.length).toBe(375);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['1234', 'same'],
    ['1, 234', 'same'],
    ['(1,234)', 'different'],
    ['(1, 234)', 'different'],
    ['[1,234]', 'different'],
    ['1,2,34', 'different'],
  ])('1,234 and %s: %s', async (text, expected) => {
    expect(await verdict('1,234', text)).toBe(expected);
  });

  it('agrees with the labels of tricky pairs, except for those that our rules decide otherwise', async () => {
    const lines = readFileSync('fixtures/answers/tricky.jsonl', 'utf8').trim().split('\n');
    const wrong: string[] = [];
    for (const line of lines) {
      const pair = JSON.parse(line) as { id: string; gold: string; text: string; same: boolean };
      if (((await checker.check(pair)).verdict === 'same') !== pair.same) wrong.push(pair.id.replace('tricky-', ''));
    }
    expect(lines.length).toBe(280);
    expect(wrong).toEqual(['006', '013', '021', '031', '055', '075', '175', '183', '191', '230', '239']);
  });

  it.each([
    ['a fraction and its inverse', String.raw`\frac{1}{11}`, String.raw`\frac{11}{1}`],
    ['tiny numbers that differ', String.raw`\frac{1}{2004!}`, String.raw`\frac{2}{2004!}`],
    [
      'a column and another of the same determinant as a row',
      String.raw`\begin{pmatrix} 2 \\ -11 \end{pmatrix}`,
      String.raw`\begin{pmatrix} 6 \ -15 \end{pmatrix}`,
    ],
    ['an open and a closed end', '(1, 2]', '[1, 2]'],
    ['units', String.raw`5 \text{ cm}`, String.raw`5 \text{ m}`],
    ['a decimal of fewer digits than the fraction', String.raw`\frac{1}{3}`, '0.33'],
    ['a number and its absolute value', '|x|', 'x'],
    ['another unknown', 'x = 5', 'y = 5'],
    ['residues of other moduli', String.raw`a \equiv 1 \pmod 3`, String.raw`a \equiv 1 \pmod 4`],
    ['other residues', String.raw`a \equiv 1 \pmod 3`, String.raw`a \equiv 2 \pmod 3`],
    ['a number and its conjugate', String.raw`\bar{z}`, 'z'],
  ])('tells apart %s', async (_, gold, text) => {
    expect(await verdict(gold, text)).toBe('different');
  });

  it.each([
    ['a conjunction and a disjunction', String.raw`p \land q`, String.raw`p \lor q`],
    ['an arrow in the other direction', String.raw`p \to q`, String.raw`q \to p`],
    ['an element and its set in the other order', String.raw`x \in A`, String.raw`A \in x`],
    ['a number and one that leaves more answers open', '7', String.raw`7 \text{ or anything}`],
    ['a number and an upper bound', '7', String.raw`7 \text{ at most}`],
    ['a number and its negation', '7', String.raw`\boxed{7 \text{ is not the answer}}`],
    ['words that qualify a number', String.raw`\text{at most } 5`, '5'],
  ])('does not take for the same %s', async (_, gold, text) => {
    expect(await verdict(gold, text)).not.toBe('same');
  });

  it.each([
    ['the same residue class', String.raw`x \equiv 1 \pmod 3`, String.raw`x \equiv 4 \pmod{3}`],
    ['a residue without its modulus', '2', String.raw`x \equiv 2 \pmod 7`],
    ['a limit', String.raw`x \to 5`, '5'],
    ['two solutions', String.raw`x = 1 \lor x = 2`, '2, 1'],
    ['an inverse function', String.raw`\sin^{-1} x`, String.raw`\arcsin x`],
    ['an exponent of two digits without braces', String.raw`\frac{2^{10}}{4}`, '2^10 / 4'],
    ['a segment', String.raw`\overline{AB}`, 'AB'],
  ])('accepts %s', async (_, gold, text) => {
    expect(await verdict(gold, text)).toBe('same');
  });

  it('takes the digits of the expected answer, never those of the given one', async () => {
    expect(await verdict('3.14', String.raw`\pi`)).toBe('same');
    expect(await verdict(String.raw`\pi`, '3.14')).toBe('different');
  });

  it('allows a tolerance for numbers that are no integers', async () => {
    expect(await verdict('2.5', '2.45', { tolerance: 0.04 })).toBe('same');
    expect(await verdict('25', '24.5', { tolerance: 0.04 })).toBe('different');
  });

  it('leaves out degrees only if the question asks for them', async () => {
    expect(await verdict('90', String.raw`90^\circ`)).toBe('different');
    expect(await verdict('90', String.raw`90^\circ`, { question: 'How many degrees?' })).toBe('same');
  });

  it('reads only what follows the thinking', async () => {
    expect(await verdict('7', String.raw`<think>\boxed{8}</think> So it is \boxed{7}.`)).toBe('same');
  });
});
