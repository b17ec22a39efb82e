/** Reading LaTeX: macros, environments, references and errors. */
import { describe, expect, test } from 'vitest';
import { readLatex } from './render-document.ts';

const codes = (problems: readonly { code: string }[]): string[] => problems.map(({ code }) => code);

async function bodies(source: string): Promise<string[]> {
  return (await readLatex(source)).pieces.map(({ body }) => body);
}

describe('LaTeX macros', () => {
  test.each([
    ['\\newcommand{\\R}{\\mathbb{R}}\n$\\R^n$', '$\\mathbb{R}^n$'],
    ['\\newcommand\\R{\\mathbb R}$\\R x$', '$\\mathbb R x$'],
    ['\\newcommand{\\f}[2]{#2/#1}\\f{a}{b} \\f ab', 'b/a b/a'],
    ['\\newcommand{\\f}[2][z]{#2/#1}\\f{b} \\f[y]{b}', 'b/z b/y'],
    ['\\newcommand{\\f}[1]{\\bar#1}$\\f x$', '$\\bar x$'],
    ['\\def\\f#1{<#1>}\\f{a b}', '<a b>'],
    ['\\def\\f#1,{<#1>}\\f a,', '\\f a,'],
    ['\\renewcommand{\\phi}{\\varphi}$\\phi$', '$\\varphi$'],
    ['\\let\\old\\phi\\renewcommand{\\phi}{\\old^2}$\\phi$', '$\\phi^2$'],
    ['\\DeclareMathOperator{\\lcm}{lcm}$\\lcm(a)$', '$\\operatorname{lcm}(a)$'],
    ['\\DeclarePairedDelimiter{\\abs}{\\lvert}{\\rvert}$\\abs*{x}$', '$\\lvert x \\rvert$'],
    ['\\NewDocumentCommand{\\f}{s O{q} m}{#2:#3}\\f{a} \\f*[b]{c}', 'q:a b:c'],
    ['\\NewDocumentCommand{\\f}{d<>m}{#2}\\f{a}', '\\f{a}'],
    ['\\newcommand{\\f}{\\g{x}}\\newcommand{\\g}[1]{(#1)}\\f', '(x)'],
    ['\\newcommand{\\bb}{\\mathbb}$\\bb{R}$', '$\\mathbb{R}$'],
    ['\\newcommand\\f[1]{<#1>}\\WithSuffix\\newcommand\\f*[1]{(#1)}\\f{a} \\f*{b}', '<a> (b)'],
    ['\\providecommand{\\f}{a}\\providecommand{\\f}{b}\\f', 'a'],
    ['\\newcommand{\\f}{\\ifx a b\\fi}\\f', '\\f'],
    ['\\unknown{a} b', '\\unknown{a} b'],
    ['\\newcommand{\\f}[2]{#1#2}\\f a', '\\f a'],
  ])('are expanded in %j', async (source, body) => {
    expect(await bodies(source)).toEqual([body]);
  });

  test.each([
    ['itself', '\\newcommand{\\f}{\\f}\\f and more'],
    ['each other', '\\newcommand{\\f}{\\g}\\newcommand{\\g}{x\\f}\\f and more'],
    ['twice the next', `${doublings(30)}\\a{} and more`],
    ['its argument twice', `\\newcommand{\\d}[1]{#1#1}${'\\d{'.repeat(30)}x${'}'.repeat(30)} and more`],
    ['its argument in braces twice', `\\newcommand{\\d}[1]{{#1}{#1}}${'\\d{'.repeat(30)}x${'}'.repeat(30)} and more`],
  ])('are left unexpanded if they expand to %s', async (_, source) => {
    const { pieces, problems } = await readLatex(source);
    expect(pieces[0]?.body).toContain('and more');
    expect(codes(problems)).toContain('macro-endless');
  });

  function doublings(count: number): string {
    const name = (at: number): string => `\\${String.fromCharCode(97 + (at % 26))}${at > 25 ? 'x' : ''}`;
    return Array.from({ length: count }, (_, at) => `\\newcommand{${name(at)}}{${name(at + 1)}${name(at + 1)}}`).join(
      '',
    );
  }
});

test.each([
  ['Zorn\\footnote{After \\emph{Max} Zorn.} and\\index{chain} chains', 'Zorn and chains'],
  ['Nets\\footnotemark[2]', 'Nets'],
  ['\\texorpdfstring{$\\R^n$}{Rn} again', '$\\mathbb{R}^n$ again'],
  [
    '\\textbf{Na\\"ive} H\\"{o}lder, Erd\\H{o}s, \\\'El\\\'{\\i}e, \\v Cech, \\O re, Stra\\ss{}e',
    'Naïve Hölder, Erdős, Élíe, Čech, Øre, Straße',
  ],
  ["``Weyl's'' 1--2---ends", "“Weyl's” 1–2—ends"],
  ["\\ref{x--y} stays, $a''$ too", "\\ref{x--y} stays, $a''$ too"],
])('converts the LaTeX title %j to %j', async (title, text) => {
  const { pieces } = await readLatex(
    `\\newcommand{\\R}{\\mathbb{R}}\\section{${title}}\\begin{theorem}[${title}]x\\end{theorem}`,
  );
  const statement = pieces.find(({ kind }) => kind === 'theorem');
  expect(statement?.headings).toEqual([text]);
  expect(statement?.title).toBe(text);
});

describe('LaTeX environments', () => {
  const kinds = async (source: string): Promise<string[]> =>
    (await readLatex(source)).pieces.map(({ kind, called, number, title }) =>
      [kind, called, number ?? '', title].join('|'),
    );

  test.each([
    ['\\begin{theorem}x\\end{theorem}', 'theorem|Theorem||'],
    ['\\begin{lem*}[Zorn]x\\end{lem*}', 'theorem|Lem||Zorn'],
    ['\\newtheorem{satz}{Satz}\\begin{satz}x\\end{satz}', 'theorem|Satz||'],
    ['\\newtheorem{x}{Open Problem}[section]\\begin{x}x\\end{x}', 'problem|Open Problem||'],
    ['\\theoremstyle{remark}\\newtheorem*{joke}{Joke}\\begin{joke}x\\end{joke}', 'remark|Joke||'],
    ['\\declaretheorem[name=Behauptung]{beh}\\begin{beh}[name=Klein, label=l]x\\end{beh}', 'theorem|Behauptung||Klein'],
    ['\\newtcbtheorem{ex}{Exercise}{colback=red}{e}\\begin{ex}{Sums}{one}x\\end{ex}', 'problem|Exercise||Sums'],
    ['\\newenvironment{q}[1]{\\begin{problem}[#1]}{\\end{problem}}\\begin{q}{Four}x\\end{q}', 'problem|Problem||Four'],
    [
      '\\newcommand{\\bt}{\\begin{theorem}}\\newcommand{\\et}{\\end{theorem}}\\begin{document}\\bt x\\et\\end{document}',
      'theorem|Theorem||',
    ],
    ['\\begin{multicols}{2}\\begin{claim}x\\end{claim}\\end{multicols}', 'theorem|Claim||'],
    ['{\\small\\begin{claim}x\\end{claim}}', 'theorem|Claim||'],
  ])('are recognised in %j', async (source, kind) => {
    expect(await kinds(source)).toContain(kind);
  });

  test('have labels from a tcolorbox prefix and from thmtools options', async () => {
    const { pieces } = await readLatex(
      '\\newtcbtheorem{ex}{Exercise}{}{e}\\begin{ex}{Sums}{one}x\\end{ex}\\begin{lemma}[label=two]y\\end{lemma}',
    );
    expect(pieces.map(({ labels }) => labels)).toEqual([['e:one'], ['two']]);
  });

  test('are skipped if they are comments, false conditionals, or after the end of the document', async () => {
    expect(
      await bodies(
        '\\newenvironment{slogan}{\\comment}{\\endcomment}\\begin{document}a\\begin{slogan}b { \\end{slogan}\n\n' +
          '\\iffalse c \\iftrue d \\fi e {\\fi f \\begin{comment} % \\end{comment}\\end{document} g',
      ),
    ).toEqual(['a\n\nf']);
  });

  test('for lists of exercises yield one problem per item, but not for nested items', async () => {
    const source =
      '\\section*{Exercises}\\begin{enumerate}\\item a \\begin{itemize}\\item b\\end{itemize}\\item[7.] c\\end{enumerate}' +
      '\\section{Text}\\begin{enumerate}\\item d\\end{enumerate}';
    expect(await kinds(source)).toEqual(['problem|Exercise||', 'problem|Exercise|7|', 'passage|||']);
  });

  test('for problems may contain a solution or be followed by hints and answers', async () => {
    const { pieces } = await readLatex(
      '\\begin{questions}\\question Why? \\begin{solution}So.\\end{solution}\\question How?\\end{questions}' +
        '\\begin{exercise}What?\\end{exercise}\\begin{hint}Look.\\end{hint}\\begin{answer}This.\\end{answer}',
    );
    expect(pieces.map(({ body, proof }) => [body, proof])).toEqual([
      ['Why?', 'So.'],
      ['How?', null],
      ['What?', 'Look.\n\nThis.'],
    ]);
  });
});

describe('line numbers of LaTeX pieces', () => {
  test('are correct in inputs and after comments and verbatim text', async () => {
    const { pieces } = await readLatex(
      '% one\n\n\\begin{verbatim}\n{\n\\end{verbatim}\n\\input{a}\n\\begin{lemma}\nx\n\\end{lemma}\n',
      { 'a.tex': '\n%\n\\begin{theorem}\ny\n\\end{theorem}' },
    );
    expect(pieces.map(({ kind, place: { file, line } }) => [kind, file, line])).toEqual([
      ['passage', 'main.tex', 3],
      ['theorem', 'a.tex', 3],
      ['theorem', 'main.tex', 7],
    ]);
  });
});

describe('LaTeX references', () => {
  test('of every kind are found, as are labels', async () => {
    const { pieces } = await readLatex(
      'See \\ref{a}, \\eqref{b}, \\cref{c,d}, \\autoref{e}, \\hyperref[f]{there} and \\citep[p. 3]{g, h}, not \\label{i}\\ref{i}.',
    );
    expect(pieces[0]?.references.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      ...['refers a', 'refers b', 'refers c', 'refers d', 'refers e', 'refers f', 'cites g', 'cites h'],
    ]);
    expect(pieces[0]?.labels).toEqual(['i']);
    expect(pieces[0]?.body).toContain('there and \\citep[p. 3]{g, h}, not \\ref{i}.');
  });

  test('to an empty section with a label have a target piece', async () => {
    const { pieces } = await readLatex('\\section{Empty}\\label{s}\\section{Full}text');
    expect(pieces.map(({ body, labels }) => [body, labels])).toEqual([
      ['Empty', ['s']],
      ['text', []],
    ]);
  });
});

describe('LaTeX errors', () => {
  test.each([
    ['\\begin{theorem} a', 'environment-open', ['\\begin{theorem} a']],
    ['a \\end{theorem} b', 'environment-unopened', ['a \\end{theorem} b']],
    ['\\textbf{a\n\n\\begin{lemma}b\\end{lemma}', 'brace-open', ['\\textbf{a', 'b']],
    ['a} \\begin{lemma}b\\end{lemma}', 'brace-unopened', ['a}', 'b']],
    ['\\begin{lemma} {b \\end{lemma} c', 'brace-open', ['{b', 'c']],
    ['\\begin{lemma} \\begin{itemize} b \\end{lemma} c', 'environment-open', ['\\begin{itemize} b', 'c']],
  ])('are reported and the text is still read: %j', async (source, code, expected) => {
    const { pieces, problems } = await readLatex(source);
    expect(codes(problems)).toContain(code);
    expect(pieces.map(({ body }) => body)).toEqual(expected);
  });

  test('include a paragraph that is too long or too deeply nested, whose source is stored unchanged', async () => {
    const deep = `${'{'.repeat(20_000)}x${'}'.repeat(20_000)}`;
    const long = 'word '.repeat(60_000);
    const { pieces, problems } = await readLatex(`${deep}\n\n${long}\n\n\\begin{lemma}y\\end{lemma}`);
    expect(codes(problems).filter((code) => code === 'paragraph-unparsed')).toHaveLength(2);
    expect(pieces.filter(({ kind }) => kind === 'theorem')).toHaveLength(1);
    expect(
      pieces
        .map(({ body }) => body)
        .join('')
        .match(/word/g),
    ).toHaveLength(60_000);
  });

  test('include duplicate labels and proofs without a statement', async () => {
    const { pieces, problems } = await readLatex(
      '\\begin{proof}first\\end{proof}\\begin{lemma}\\label{a}x\\end{lemma}\\begin{lemma}\\label{a}y\\end{lemma}',
    );
    expect(codes(problems).toSorted()).toEqual(['label-twice', 'proof-alone']);
    expect(new Set(pieces.map(({ key }) => key)).size).toBe(3);
  });
});

test('unknown macros are reported once, most frequent first', async () => {
  const source = "\\newcommand{\\mine}{\\ifx a\\fi}\\mine \\foo \\baz{x} \\foo $\\alpha$ \\textbf{y} \\'e";
  const { problems } = await readLatex(source);
  expect(problems).toEqual([
    {
      code: 'macros-unknown',
      message: '2 macros unknown and left unexpanded: \\foo (2 times), \\baz (1 time).',
      place: null,
    },
  ]);
});

test('reading a long document can be aborted', async () => {
  const controller = new AbortController();
  const text = Array.from({ length: 3000 }, (_, at) => `Paragraph ${at} with $x^${at}$.`).join('\n\n');
  const reading = readLatex(
    text,
    {},
    { signal: controller.signal, onProgress: () => controller.abort(new Error('ended')) },
  );
  await expect(reading).rejects.toThrow('ended');
});
