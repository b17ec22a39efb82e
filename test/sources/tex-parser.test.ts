import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTex } from '../../src/sources/latex/tex-parser.ts';
import { parseByUnifiedLatex } from './unified-latex.ts';

const parts = [
  ...['\\[', '\\]', '\\(', '\\)', '$', '$$', '{', '}', '[', ']', '&', '#', '^', '_', '~', '\\', '\\\\', '\\{', '\\%'],
  ...['\\begin{align*}', '\\end{align*}', '\\begin{a}', '\\end{a}', '\\begin{alignat}', '\\end{alignat}', '\\begin'],
  ...['\\begin{split}', '\\end{split}', '\\end', '\\begin{verbatim}', '\\end{verbatim}', '\\verb|', '\\verb*|', '|'],
  ...['\\begin{comment}', '\\end{comment}', '\\begin{lstlisting}', '\\end{lstlisting}', '\\alpha', 'é', '😀', '3.14'],
  ...[
    '.5',
    '7.',
    '42',
    'word',
    'ab1',
    ',',
    '-',
    ' ',
    ' ',
    '  ',
    '\t',
    '\n',
    '\n',
    '\n\n',
    '%',
    '%x\n',
    ' % y',
    '\n%\n',
  ],
];

describe('The parser of paragraphs', () => {
  test('agrees with unified-latex, whatever is in the text', () => {
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, (each) => {
        expect(parseTex(each)).toStrictEqual(parseByUnifiedLatex(each));
      }),
      { numRuns: 3000 },
    );
  });

  test('reads the options and the text of programs literally', () => {
    expect(parseTex('a \\lstinline[language=C]{x_1 %} b')).toStrictEqual([
      { type: 'text', text: 'a' },
      { type: 'space', text: ' ' },
      { type: 'raw', text: '\\lstinline[language=C]{x_1 %}' },
      { type: 'space', text: ' ' },
      { type: 'text', text: 'b' },
    ]);
    expect(parseTex('\\mint{python}|$|')).toStrictEqual([{ type: 'raw', text: '\\mint{python}|$|' }]);
    expect(parseTex('\\verbose{a}')).toMatchObject([{ type: 'macro', name: 'verbose' }, { type: 'group' }]);
  });

  test('gives up on text that is too deeply nested', () => {
    expect(parseTex('{'.repeat(400) + '}'.repeat(400))).toHaveLength(1);
    const nested = { '{': '}', '\\[': '\\]', '\\(': '\\)', '\\begin{a}': '\\end{a}', '{$': '$}' };
    for (const [open, close] of Object.entries(nested)) {
      expect(parseTex(open.repeat(40_000) + close)).toBeNull();
      expect(parseTex(open.repeat(40_000))?.length).toBeGreaterThanOrEqual(40_000);
    }
  });

  test('needs time in proportion to the text, also if nothing is closed', () => {
    const time = (text: string): number => {
      const started = performance.now();
      parseTex(text);
      return performance.now() - started;
    };
    for (const open of ['{', '\\[', '$', '\\begin{a}', '\\verb|', '{$', '\\begin{align}']) {
      const text = (size: number): string => `${open.repeat(100)}${'a b '.repeat(size)}{\\end{a}\\end{align}\\]$`;
      time(text(5000));
      expect(time(text(20_000))).toBeLessThan(12 * time(text(5000)) + 50);
    }
  });
});
