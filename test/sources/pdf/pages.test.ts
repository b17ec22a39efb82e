/** Joining and repairing pages of LaTeX, selecting pages, and detecting paragraphs by the position of lines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinPages } from '../../../src/sources/pdf/join-pages.ts';
import { repairPages } from '../../../src/sources/pdf/repair-pages.ts';
import { selectPages, parsePages } from '../../../src/sources/pdf/page-selection.ts';
import { analyseLayout } from '../../../src/sources/pdf/page-paragraphs.ts';
import type { TextLine } from '../../../src/sources/pdf/pdfium.ts';

const numbered = (texts: readonly string[]) => texts.map((text, at) => ({ page: at + 1, text }));
const repaired = (...texts: string[]): string[] => repairPages(numbered(texts)).map(({ text }) => text);

describe('repairPages on constructs that a page leaves open', () => {
  test.each<[string, string[], string[]]>([
    [
      'keeps an environment open that the next page ends',
      ['\\begin{proof}a', 'b\\end{proof}'],
      ['\\begin{proof}a', 'b\\end{proof}'],
    ],
    [
      'keeps an environment open over a page in between',
      ['\\begin{proof}a', 'b', 'c\\end{proof}'],
      ['\\begin{proof}a', 'b', 'c\\end{proof}'],
    ],
    ['closes an environment that no page ends', ['\\begin{proof}a', 'b'], ['\\begin{proof}a\n\\end{proof}', 'b']],
    [
      'closes an environment if another one is ended next',
      ['\\begin{proof}a', 'b\\end{lemma}'],
      ['\\begin{proof}a\n\\end{proof}', 'b'],
    ],
    [
      'closes only the inner environment',
      ['\\begin{proof}\\begin{enumerate}a', 'b\\end{proof}'],
      ['\\begin{proof}\\begin{enumerate}a\n\\end{enumerate}', 'b\\end{proof}'],
    ],
    ['closes a formula', ['\\[ x', 'y'], ['\\[ x\\]', 'y']],
    ['escapes a dollar sign without a partner', ['it costs 5$ or more', 'y$x$'], ['it costs 5\\$ or more', 'y$x$']],
    ['ignores comments', ['% \\begin{proof}', 'x'], ['% \\begin{proof}', 'x']],
    [
      'ignores verbatim text',
      ['\\begin{verbatim}$\\begin{x}\\end{verbatim}', 'x'],
      ['\\begin{verbatim}$\\begin{x}\\end{verbatim}', 'x'],
    ],
  ])('%s', (_, before, after) => {
    expect(repaired(...before)).toEqual(after);
  });

  test('removes an end without a beginning', () => {
    expect(repaired('a\\end{proof} b')).toEqual(['a b']);
    expect(repaired('a \\] b')).toEqual(['a  b']);
  });

  test('closes an environment before a missing page', () => {
    const pages = [
      { page: 1, text: '\\begin{proof}a' },
      { page: 3, text: 'b\\end{proof}' },
    ];
    expect(repairPages(pages).map(({ text }) => text)).toEqual(['\\begin{proof}a\n\\end{proof}', 'b']);
  });

  test('returns matching begins and ends for any text', () => {
    const word = fc.constantFrom(
      ...['\\begin{proof}', '\\end{proof}', '\\begin{lemma}', '\\end{lemma}', '$', '$$', '\\[', '\\]', '\\(', '\\)'],
      ...['a b', '\n\n', '\\\\', '\\$', '% x\n', '\\begin{verbatim}', '\\end{verbatim}'],
    );
    const page = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(page, { maxLength: 6 }), (texts) => {
        const once = repairPages(numbered(texts));
        if (texts.some((text) => text.includes('verbatim') || text.includes('%'))) return;
        const open: string[] = [];
        for (const [, kind, name] of once
          .map(({ text }) => text)
          .join('\n')
          .matchAll(/\\(begin|end)\{(\w+)\}/g)) {
          if (kind === 'begin') open.push(name!);
          else expect(open.pop()).toBe(name);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('joinPages', () => {
  test.each([
    ['joins a continued sentence', ['so that this', 'is true.'], 'so that this\nis true.'],
    ['joins a divided word', ['a prod-', 'uct of primes'], 'a product of primes'],
    ['separates pages after the end of a sentence', ['This is true.', 'Then more.'], 'This is true.\n\nThen more.'],
    [
      'joins a sentence that continues with a capitalised name',
      ['by a theorem of', 'Euclid it is'],
      'by a theorem of\nEuclid it is',
    ],
    [
      'separates pages before a heading',
      ['without a full stop', '\\section{Next}'],
      'without a full stop\n\n\\section{Next}',
    ],
    ['keeps the hyphen of a name', ['by the Bolzano-', 'Weierstrass theorem'], 'by the Bolzano-\nWeierstrass theorem'],
    ['skips an empty page', ['This.', ' ', 'That.'], 'This.\n\nThat.'],
  ])('%s', (_, pages, text) => {
    expect(joinPages(numbered(pages)).text).toBe(text);
  });

  test('loses nothing but hyphens and maps each line to the page on which it starts', () => {
    const text = fc.stringMatching(/^[ab.\-\n ]{0,30}$/);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const pages = texts.map((each, at) => ({ page: at + 1, text: each.replace(/\S+/g, (word) => `${word}${at}`) }));
        const { text: joined, pageOf } = joinPages(pages);
        const bare = (some: string): string => some.replaceAll(/[\s-]/g, '');
        expect(bare(joined)).toBe(bare(pages.map((each) => each.text).join('')));
        for (const [at, line] of joined.split('\n').entries()) {
          const first = /\d/.exec(line)?.[0];
          if (first !== undefined) expect(pageOf(at + 1)).toBe(Number(first) + 1);
        }
      }),
    );
  });
});

describe('page selection', () => {
  test.each([
    ['1-3,7', [1, 2, 3, 7]],
    ['9-', [9, 10]],
    ['5, 2-3 ,3', [2, 3, 5]],
    ['8-400', [8, 9, 10]],
  ])('selects %s of ten pages', (text, pages) => {
    expect(selectPages(parsePages(text), 10)).toEqual(pages);
  });

  test.each(['', '0', 'a', '3-1', '1-2-3', '-4', '1,,2', '1.5', '1e3'])('rejects %j', (text) => {
    expect(parsePages(text)).toBeNull();
  });

  test('selects all pages by default', () => {
    expect(selectPages(null, 3)).toEqual([1, 2, 3]);
  });
});

describe('analyseLayout', () => {
  /** Lines of size 10, 12 points apart from 700 downwards; an object overrides gap, left and size. */
  function lines(...rows: (string | [string, { gap?: number; left?: number; size?: number }])[]): TextLine[] {
    let baseline = 712;
    return rows.map((each) => {
      const [text, { gap = 12, left = 72, size = 10 }] = typeof each === 'string' ? [each, {}] : each;
      baseline -= gap;
      return { text, left, baseline, size };
    });
  }

  const isTheorem = (line: string): boolean => line.startsWith('Theorem');
  const layout = (...pages: TextLine[][]): string[] =>
    analyseLayout(
      pages.map((own, at) => ({ page: at + 1, lines: own })),
      isTheorem,
    ).map((each) => (each.type === 'heading' ? `# ${each.title}` : `${each.page}: ${each.text}`));

  test('separates paragraphs by gaps, indents and statement starts, but not at a formula inside one', () => {
    expect(
      layout(
        lines(
          ['1 Primes', { size: 14 }],
          ['A first paragraph that fills', { gap: 24 }],
          'two lines.',
          ['An indented one.', { left: 87 }],
          ['One after a gap. Let', { gap: 24 }],
          ['x = y', { gap: 24, left: 200 }],
          ['be so, which divides inter\u00adnationally.', { gap: 24 }],
          'Theorem 1. All is well.',
        ),
      ),
    ).toEqual([
      '# 1 Primes',
      '1: A first paragraph that fills\ntwo lines.',
      '1: An indented one.',
      '1: One after a gap. Let\nx = y\nbe so, which divides internationally.',
      '1: Theorem 1. All is well.',
    ]);
  });

  test('continues paragraphs over the end of a page, without page numbers and running heads', () => {
    const page = (number: number, ...rest: string[]): TextLine[] =>
      lines(`${number} CHAPTER 2. PRIMES`, ...rest, `${number}`);
    expect(layout(page(8, 'It goes', 'on and'), page(9, 'on.', 'Then it ends.'), page(10, 'Anew.'))).toEqual([
      '1: It goes\non and\non.\nThen it ends.',
      '3: Anew.',
    ]);
  });
});
