/** Keys of pieces are stable when their document is read again, and no text is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLatex } from './render-document.ts';

const SOUP = [
  ...['theorem', 'proof', 'solution', 'exercises', 'enumerate', 'equation', 'verbatim', 'problem*', 'center'].flatMap(
    (name) => [`\\begin{${name}}`, `\\end{${name}}`],
  ),
  ...[
    '\\item ',
    '\\section{',
    '\\subsection*{',
    '{',
    '}',
    '[',
    ']',
    '$',
    '$$',
    '\\[',
    '\\]',
    '\\(',
    '\\)',
    '\n',
    '\n\n',
  ],
  ...[' ', '\\\\', '&', '#', '#1', '^', '_', '~', '\\foo', '\\bar', '\\verb|', '|', '\\url{', '\\textbf{', '\\begin{'],
  ...['\\end{', '\\left(', '\\footnote{', 'Theorem 3. ', 'Proof. ', '\\noindent '],
];

/** Constructs that remove text, as intended. */
const REMOVING = [
  ...['%', '\\iffalse ', '\\fi ', '\\newcommand{\\foo}{', '\\newcommand{\\bar}[1]{', '\\def\\bar#1{', '\\label{'],
  ...['\\ref{', '\\cite{', '\\input{a}', '\\begin{document}', '\\end{document}', '\\newtheorem{thm}{Thm}'],
];

/** A unique word for each number. */
const word = fc
  .nat({ max: 1_000_000 })
  .map((number) => ` w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}x `);

const texts = (soup: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(fc.oneof(fc.constantFrom(...soup), word), { maxLength: 50 });

describe('any LaTeX text', () => {
  test('is read into pieces with unique keys', async () => {
    await fc.assert(
      fc.asyncProperty(texts([...SOUP, ...REMOVING]), async (parts) => {
        const { pieces } = await readLatex(parts.join(''));
        expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every word in some piece even if it is malformed, except titles of empty sections', async () => {
    await fc.assert(
      fc.asyncProperty(texts(SOUP.filter((part) => !part.includes('section'))), async (parts) => {
        const output = JSON.stringify((await readLatex(parts.join(''))).pieces);
        expect(parts.filter((part) => /^ w\w+ $/.test(part) && !output.includes(part.trim()))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Sections with paragraphs and statements. */
const sections = fc.array(
  fc.record({
    title: word,
    parts: fc.array(
      fc.oneof(
        fc.record({
          type: fc.constantFrom('lemma', 'exercise', 'remark', ''),
          words: fc.array(word, { minLength: 1 }),
        }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

type Section = { title: string; parts: { type: string; words: string[] }[] };

const latexOf = (all: readonly Section[]): string =>
  all
    .map(({ title, parts }) => {
      const bodies = parts.map(({ type, words }) =>
        type === '' ? words.join('') : `\\begin{${type}}${words.join('')}\\end{${type}}`,
      );
      return `\\section{${title}}\n\n${bodies.join('\n\n')}`;
    })
    .join('\n\n');

describe('piece keys', () => {
  test('stay the same after a section is inserted at the start, as do the texts', async () => {
    await fc.assert(
      fc.asyncProperty(sections, async (all) => {
        const before = await readLatex(latexOf(all));
        const inserted = latexOf([{ title: 'Inserted', parts: [{ type: 'lemma', words: ['inserted'] }] }, ...all]);
        const after = await readLatex(inserted);
        const known = new Map(after.pieces.map((piece) => [piece.key, piece.body]));
        expect(before.pieces.map(({ key, body }) => [key, body])).toEqual(
          before.pieces.map(({ key }) => [key, known.get(key)]),
        );
        expect(after.pieces).toHaveLength(before.pieces.length + 1);
      }),
      { numRuns: 100 },
    );
  });

  test('are the first label, even if it moves within the document', async () => {
    const lemma = '\\begin{lemma}\\label{lem:a}x\\end{lemma}';
    const first = await readLatex(`\\section{One}${lemma}\\section{Two}`);
    const second = await readLatex(`\\section{One}\\section{Two}${lemma.replace('x', 'y')}`);
    expect([first, second].map(({ pieces }) => pieces.map(({ key }) => key))).toEqual([['lem:a'], ['lem:a']]);
  });

  test('of equal pieces are numbered', async () => {
    const { pieces } = await readLatex('\\begin{lemma}x\\end{lemma}'.repeat(3));
    const [first] = pieces;
    expect(pieces.map(({ key }) => key)).toEqual([first!.key, `${first!.key}-2`, `${first!.key}-3`]);
  });
});
