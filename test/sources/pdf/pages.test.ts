/** Pages of LaTeX put together, pages chosen, and paragraphs found by where their lines stand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinPages } from '../../../src/sources/pdf/join-pages.ts';
import { repairPages } from '../../../src/sources/pdf/repair-pages.ts';
import { chosenPages, parsePages } from '../../../src/sources/pdf/page-choice.ts';
import { layOut } from '../../../src/sources/pdf/page-paragraphs.ts';
import type { TextLine } from '../../../src/sources/pdf/pdfium.ts';

const numbered = (texts: readonly string[]) => texts.map((text, at) => ({ page: at + 1, text }));
const mended = (...texts: string[]): string[] => repairPages(numbered(texts)).map(({ text }) => text);

describe('what one page leaves open', () => {
  test.each<[string, string[], string[]]>([
    ['goes on where the next one ends it', ['\\begin{proof}a', 'b\\end{proof}'], ['\\begin{proof}a', 'b\\end{proof}']],
    [
      'goes on over a page in between',
      ['\\begin{proof}a', 'b', 'c\\end{proof}'],
      ['\\begin{proof}a', 'b', 'c\\end{proof}'],
    ],
    ['ends with it where no other does', ['\\begin{proof}a', 'b'], ['\\begin{proof}a\n\\end{proof}', 'b']],
    [
      'ends with it where another one is ended next',
      ['\\begin{proof}a', 'b\\end{lemma}'],
      ['\\begin{proof}a\n\\end{proof}', 'b'],
    ],
    [
      'ends from within',
      ['\\begin{proof}\\begin{enumerate}a', 'b\\end{proof}'],
      ['\\begin{proof}\\begin{enumerate}a\n\\end{enumerate}', 'b\\end{proof}'],
    ],
    ['is closed where it is a formula', ['\\[ x', 'y'], ['\\[ x\\]', 'y']],
    ['is a dollar where it has no other', ['it costs 5$ or more', 'y$x$'], ['it costs 5\\$ or more', 'y$x$']],
    ['is not what a comment or a program says', ['% \\begin{proof}', 'x'], ['% \\begin{proof}', 'x']],
    [
      'is not what stands in a program',
      ['\\begin{verbatim}$\\begin{x}\\end{verbatim}', 'x'],
      ['\\begin{verbatim}$\\begin{x}\\end{verbatim}', 'x'],
    ],
  ])('%s', (_, before, after) => {
    expect(mended(...before)).toEqual(after);
  });

  test('goes when nothing began it', () => {
    expect(mended('a\\end{proof} b')).toEqual(['a b']);
    expect(mended('a \\] b')).toEqual(['a  b']);
  });

  test('does not go on where a page is missing', () => {
    const pages = [
      { page: 1, text: '\\begin{proof}a' },
      { page: 3, text: 'b\\end{proof}' },
    ];
    expect(repairPages(pages).map(({ text }) => text)).toEqual(['\\begin{proof}a\n\\end{proof}', 'b']);
  });

  test('whatever is written, begins and ends match in the whole', () => {
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
        for (const [, what, name] of once
          .map(({ text }) => text)
          .join('\n')
          .matchAll(/\\(begin|end)\{(\w+)\}/g)) {
          if (what === 'begin') open.push(name!);
          else expect(open.pop()).toBe(name);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('pages in one text', () => {
  test.each([
    ['a sentence goes on', ['so that this', 'is true.'], 'so that this\nis true.'],
    ['a word is put together', ['a prod-', 'uct of primes'], 'a product of primes'],
    ['a sentence has ended', ['This is true.', 'Then more.'], 'This is true.\n\nThen more.'],
    [
      'a name begins with a capital in a sentence',
      ['by a theorem of', 'Euclid it is'],
      'by a theorem of\nEuclid it is',
    ],
    ['a heading begins', ['without a full stop', '\\section{Next}'], 'without a full stop\n\n\\section{Next}'],
    ['a hyphen belongs to a name', ['by the Bolzano-', 'Weierstrass theorem'], 'by the Bolzano-\nWeierstrass theorem'],
    ['one is empty', ['This.', ' ', 'That.'], 'This.\n\nThat.'],
  ])('%s', (_, pages, text) => {
    expect(joinPages(numbered(pages)).text).toBe(text);
  });

  test('nothing is lost but hyphens, and each line knows the page on which it begins', () => {
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

describe('a choice of pages', () => {
  test.each([
    ['1-3,7', [1, 2, 3, 7]],
    ['9-', [9, 10]],
    ['5, 2-3 ,3', [2, 3, 5]],
    ['8-400', [8, 9, 10]],
  ])('%s of ten', (text, pages) => {
    expect(chosenPages(parsePages(text), 10)).toEqual(pages);
  });

  test.each(['', '0', 'a', '3-1', '1-2-3', '-4', '1,,2', '1.5', '1e3'])('%j is none', (text) => {
    expect(parsePages(text)).toBeNull();
  });

  test('all of them, where none are named', () => {
    expect(chosenPages(null, 3)).toEqual([1, 2, 3]);
  });
});

describe('paragraphs of a text layer', () => {
  /** Lines of ten points, 12 apart from 700 downwards; `[gap, left, size]` where it differs. */
  function lines(...given: (string | [string, { gap?: number; left?: number; size?: number }])[]): TextLine[] {
    let baseline = 712;
    return given.map((each) => {
      const [text, { gap = 12, left = 72, size = 10 }] = typeof each === 'string' ? [each, {}] : each;
      baseline -= gap;
      return { text, left, baseline, size };
    });
  }

  const isTheorem = (line: string): boolean => line.startsWith('Theorem');
  const laidOut = (...pages: TextLine[][]): string[] =>
    layOut(
      pages.map((own, at) => ({ page: at + 1, lines: own })),
      isTheorem,
    ).map((each) => (each.type === 'heading' ? `# ${each.title}` : `${each.page}: ${each.text}`));

  test('are told apart by gaps, indents and beginnings; a formula inside of one tells nothing', () => {
    expect(
      laidOut(
        lines(
          ['1 Primes', { size: 14 }],
          ['A first paragraph that fills', { gap: 24 }],
          'two lines.',
          ['An indented one.', { left: 87 }],
          ['One behind a gap. Let', { gap: 24 }],
          ['x = y', { gap: 24, left: 200 }],
          ['be so, which divides inter\u00adnationally.', { gap: 24 }],
          'Theorem 1. All is well.',
        ),
      ),
    ).toEqual([
      '# 1 Primes',
      '1: A first paragraph that fills\ntwo lines.',
      '1: An indented one.',
      '1: One behind a gap. Let\nx = y\nbe so, which divides internationally.',
      '1: Theorem 1. All is well.',
    ]);
  });

  test('go on over the end of a page, without its number and the running heads', () => {
    const page = (number: number, ...rest: string[]): TextLine[] =>
      lines(`${number} CHAPTER 2. PRIMES`, ...rest, `${number}`);
    expect(laidOut(page(8, 'It goes', 'on and'), page(9, 'on.', 'Then it ends.'), page(10, 'Anew.'))).toEqual([
      '1: It goes\non and\non.\nThen it ends.',
      '3: Anew.',
    ]);
  });
});
