/** Reading PDFs by their text layer, and the error for PDFs without text. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { PdfFile } from '../../../src/sources/pdf/pdf-file.ts';
import { readPdfText } from '../../../src/sources/pdf/read-pdf-text.ts';
import { readDocument } from '../../../src/sources/read-document.ts';
import { temporaryFolder } from '../../index/temporary.ts';
import { handmadePdf, latexPdf } from './make-pdf.ts';

const PAPER = String.raw`\documentclass[11pt]{article}\usepackage{amsmath,amsthm}
\newtheorem{theorem}{Theorem}[section]\newtheorem{exercise}{Exercise}
\begin{document}\section{Divisibility}
Here is a paragraph that is long enough to be set over several lines, with internationalization and characterizations.

Another paragraph, which is indented.
\begin{theorem}[Euclid] There are infinitely many primes.\end{theorem}
\begin{proof}Suppose that there are finitely many. The sentence goes on over\newpage\noindent the end of the page.\end{proof}
\section{Exercises}
\begin{exercise}Show that two is prime.\end{exercise}
\end{document}`;

function writePdf(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), 'test.pdf');
  writeFileSync(path, bytes);
  return path;
}

test('readPdfText finds statements with proofs, headings and pages', async (context) => {
  const document = await readDocument(latexPdf(context, PAPER));
  expect(document).toMatchObject({ format: 'pdf', title: 'paper.pdf', problems: [] });
  expect(document.files).toEqual([{ path: 'paper.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(document.pieces).toMatchObject([
    { kind: 'passage', headings: ['1 Divisibility'], place: { file: 'paper.pdf', line: null, page: 1 } },
    {
      kind: 'theorem',
      called: 'Theorem',
      number: '1.1',
      title: 'Euclid',
      body: 'There are infinitely many primes.',
      proof: expect.stringMatching(
        /^Suppose that there are finitely many\. The sentence goes on over\nthe end of the page\./,
      ),
      place: { page: 1 },
    },
    { kind: 'problem', number: '1', headings: ['2 Exercises'], place: { page: 2 } },
  ]);
});

test('readPdfText rejects a scan without text layer and names a next step', async (context) => {
  const file = await PdfFile.open(writePdf(handmadePdf([{ lines: ['Theorem 1. All is well.'] }])));
  const { png } = await file.renderPage(1);
  file.close();
  const tex = String.raw`\documentclass{article}\usepackage{graphicx}\pagestyle{empty}\begin{document}\includegraphics[width=5cm]{scan.png}\end{document}`;
  const error: unknown = await readPdfText(latexPdf(context, tex, { 'scan.png': png }), {}).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Failure);
  expect((error as Failure).detail).toMatchObject({ code: 'pdf-no-text', exit: 'usage' });
  expect((error as Failure).detail.next).toContain('--model');
});

test('readPdfText counts pages without text', async () => {
  const { pieces, problems } = await readPdfText(writePdf(handmadePdf([{ lines: ['Some words.'] }, {}, {}])), {});
  expect(pieces).toMatchObject([{ body: 'Some words.', place: { page: 1 } }]);
  expect(problems).toMatchObject([{ code: 'page-without-text', place: { page: 2 } }]);
  expect(problems[0]?.message).toContain('2 pages');
});

test('readPdfText reads only selected pages and can be aborted', async () => {
  const path = writePdf(handmadePdf(['One.', 'Two.', 'Three.'].map((line) => ({ lines: [line] }))));
  const { pieces } = await readPdfText(path, {}, [{ first: 2, last: null }]);
  expect(pieces.map(({ body }) => body).join(' ')).toBe('Two.\n\nThree.');
  const interruption = new AbortController();
  interruption.abort(new Error('Ctrl-C'));
  await expect(readPdfText(path, { signal: interruption.signal })).rejects.toThrow('Ctrl-C');
});
