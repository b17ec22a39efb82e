/** Splitting of section text into passages, and attachment of proofs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentences } from '../../src/sources/sentences.ts';
import { estimatedTokens } from '../../src/sources/token-estimate.ts';
import { readLatex } from './render-document.ts';

const PARAGRAPH = 'Some words that make a sentence of some length. '.repeat(4).trim();

describe('passages', () => {
  test('end at a paragraph before they exceed the maximum length', async () => {
    const { pieces } = await readLatex(Array.from({ length: 7 }, () => PARAGRAPH).join('\n\n'), {}, { maxTokens: 130 });
    expect(pieces.map(({ body }) => body.split('\n\n').length)).toEqual([2, 2, 2, 1]);
    expect(pieces.every(({ body }) => estimatedTokens(body) <= 130)).toBe(true);
  });

  test('end after a sentence if a paragraph is too long, and never in a formula', async () => {
    const long = Array.from({ length: 20 }, (_, at) => `Sentence $a. b. c_{${at}}$ of them.`).join(' ');
    const { pieces } = await readLatex(long, {}, { maxTokens: 40 });
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.every(({ body }) => body.startsWith('Sentence') && body.endsWith('of them.'))).toBe(true);
    expect(pieces.map(({ body }) => body).join(' ')).toBe(long);
  });

  test('never separate a statement from its proof, however long it is', async () => {
    const source = `\\begin{lemma}x\\end{lemma}\\begin{proof}${`${PARAGRAPH}\n\n`.repeat(50)}\\end{proof}`;
    const { pieces } = await readLatex(source, {}, { maxTokens: 100 });
    expect(pieces).toHaveLength(1);
    expect(pieces[0]?.proof?.split('\n\n')).toHaveLength(50);
  });

  test('continue after a statement if they are only a sentence', async () => {
    const { pieces } = await readLatex(
      'We now say it.\n\n\\begin{lemma}x\\end{lemma}\n\nIt is said.\n\n\\section{B}\n\nMore.',
    );
    expect(pieces.map(({ kind, body }) => [kind, body])).toEqual([
      ['passage', 'We now say it.\n\nIt is said.'],
      ['theorem', 'x'],
      ['passage', 'More.'],
    ]);
  });

  test('are split into sentences whose concatenation is the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '. ', '! ', '$', '{', '}', '\\begin{x}', '\\end{x}', '\n\n', '\\$')),
        (parts) => {
          expect(sentences(parts.join('')).join('')).toBe(parts.join(''));
        },
      ),
    );
  });
});

describe('proofs are attached', () => {
  const proofsOf = async (source: string): Promise<(string | null)[]> =>
    (await readLatex(source)).pieces.filter(({ kind }) => kind !== 'passage').map(({ proof }) => proof);
  const A = '\\begin{theorem}[Fermat]\\label{a}a\\end{theorem}';
  const B = '\\begin{lemma}\\label{b}b\\end{lemma}';
  const QUOTED = '\\begin{lemma}\nb\n\\end{lemma}\n\n\\begin{proof}\np\n\\end{proof}';
  const PROOF = '\\begin{proof}p\\end{proof}';

  test.each<[string, string, (string | null)[]]>([
    ['to the statement right before', `${A}${B}${PROOF}`, [null, 'p']],
    ['to a statement before text', `${A} Some text. ${PROOF}`, ['p']],
    [
      'to the last statement without a proof',
      `${A} Text. ${B}${PROOF} Now for it. \\begin{proof}q\\end{proof}`,
      ['q', 'p'],
    ],
    ['to one statement, if there are several', `${A}${PROOF}\\begin{proof}q\\end{proof}`, ['p\n\nq']],
    [
      'to the statement referenced in their head',
      `${A}${B}\\begin{proof}[Proof of \\ref{a}]p\\end{proof}`,
      ['Proof of \\ref{a}. p', null],
    ],
    [
      'to the statement named in their head',
      `${A}${B}\\begin{proof}[Proof of Fermat's theorem]p\\end{proof}`,
      ["Proof of Fermat's theorem. p", null],
    ],
    ['to the statement announced by the text before', `${A}${B} We now prove Theorem~\\ref{a}. ${PROOF}`, ['p', null]],
    [
      'not to claims inside a proof',
      `${A}\\begin{proof}${B}${PROOF}\\end{proof} Again. \\begin{proof}q\\end{proof}`,
      [`${QUOTED}\n\nq`, 'p'],
    ],
    [
      'to a statement before a rule command',
      `${A}${B}${PROOF} \\hrulebar \\begin{proof}q\\end{proof}`,
      [null, 'p\n\nq'],
    ],
    ['to a statement before a remark', `${A}\\begin{remark}r\\end{remark}${PROOF}`, ['p', null]],
    ['to a statement in an earlier section', `${A}\\section{Proofs}${PROOF}`, ['p']],
    ['to an exercise', `\\begin{exercise}e\\end{exercise}${PROOF}`, ['p']],
    [
      'to problems, if they are solutions',
      `\\begin{problem}e\\end{problem}${A} Now. \\begin{solution}s\\end{solution}`,
      ['s', null],
    ],
  ])('%s', async (_, source, expected) => {
    expect(await proofsOf(source)).toEqual(expected);
  });
});
