/** Rendering PDF pages as images, and errors for files that cannot be opened. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { PdfFile } from '../../../src/sources/pdf/pdf-file.ts';
import { pngOf } from '../../../src/sources/pdf/png.ts';
import { temporaryFolder } from '../../index/temporary.ts';
import { inkOf } from './ink.ts';
import { bytesOf, handmadePdf, latexPdf, pageCountByPoppler, type HandmadePage } from './make-pdf.ts';

function writePdf(bytes: Uint8Array, name = 'test.pdf'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

async function failureOf(path: string): Promise<Failure['detail']> {
  const error = await PdfFile.open(path).then(
    () => expect.unreachable('opened'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return (error as Failure).detail;
}

describe('PdfFile.renderPage', () => {
  test('renders at 150 dots per inch, with ink where the page has ink', async () => {
    const box: HandmadePage = { boxes: [[0, 421, 297.5, 421]] };
    const file = await PdfFile.open(writePdf(handmadePdf([box, {}, { lines: ['Hello'] }])));
    const [quarter, blank, text] = [await file.renderPage(1), await file.renderPage(2), await file.renderPage(3)];
    expect([quarter.width, quarter.height]).toEqual([1240, 1754]);
    const decoded = decode(quarter.png);
    expect([decoded.width, decoded.height, decoded.channels]).toEqual([1240, 1754, 1]);
    expect(inkOf(quarter.png).fraction).toBeCloseTo(0.25, 2);
    expect(inkOf(quarter.png).at(0.25, 0.25)).toBe(true);
    expect(inkOf(quarter.png).at(0.75, 0.25)).toBe(false);
    expect(inkOf(quarter.png).at(0.25, 0.75)).toBe(false);
    expect([quarter.isBlank, blank.isBlank, text.isBlank]).toEqual([false, true, false]);
    expect(inkOf(blank.png).fraction).toBe(0);
    expect(inkOf(text.png).fraction).toBeGreaterThan(0.0001);
    expect(inkOf(text.png).fraction).toBeLessThan(0.01);
    file.close();
  });

  test.each([
    ['a poster', [2000, 4000], 1000, 2000],
    ['a slide', [364, 273], 758, 569],
    ['a line', [5000, 1], 2000, 1],
  ] as const)('keeps the aspect ratio of %s within the maximum size', async (_, size, width, height) => {
    const file = await PdfFile.open(writePdf(handmadePdf([{ size }])));
    expect(await file.renderPage(1)).toMatchObject({ width, height });
    file.close();
  });

  test('keeps colour', async (context) => {
    const path = latexPdf(
      context,
      String.raw`\documentclass{article}\usepackage{xcolor}\begin{document}A\textcolor{red}{\rule{5cm}{5cm}}\end{document}`,
    );
    const file = await PdfFile.open(path);
    const { data, channels } = decode((await file.renderPage(1)).png);
    expect(channels).toBe(3);
    let red = 0;
    for (let at = 0; at < data.length; at += 3) if (data[at]! > 200 && data[at + 1]! < 50 && data[at + 2]! < 50) red++;
    expect(red / (data.length / 3)).toBeCloseTo(25 / (21.59 * 27.94), 2);
    file.close();
  });

  test('agrees with the rendering by poppler', async (context) => {
    const tex = String.raw`\documentclass{article}\begin{document}\section{One}Let $\sum_{k=1}^n k = \frac{n(n+1)}{2}$.\newpage\rule{4cm}{6cm}\end{document}`;
    const path = latexPdf(context, tex);
    const out = join(temporaryFolder(), 'p');
    const poppler = spawnSync('pdftoppm', ['-r', '150', '-gray', '-png', path, out]);
    if (poppler.error !== undefined) return context.skip('needs pdftoppm of poppler');
    const file = await PdfFile.open(path);
    for (const page of [1, 2]) {
      const [own, reference] = [inkOf((await file.renderPage(page)).png), inkOf(bytesOf(`${out}-${page}.png`))];
      expect(own.fraction / reference.fraction).toBeGreaterThan(0.9);
      expect(own.fraction / reference.fraction).toBeLessThan(1.1);
      expect(Math.abs(own.middle[0] - reference.middle[0])).toBeLessThan(0.01);
      expect(Math.abs(own.middle[1] - reference.middle[1])).toBeLessThan(0.01);
    }
    file.close();
  });
});

test('pngOf writes PNG files that another decoder reads unchanged', () => {
  for (const channels of [1, 3] as const) {
    const data = Uint8Array.from({ length: 7 * 5 * channels }, (_, at) => (at * 37) % 256);
    const read = decode(pngOf({ width: 7, height: 5, channels, data }), { checkCrc: true });
    expect(read).toMatchObject({ width: 7, height: 5, channels, depth: 8 });
    expect([...read.data]).toEqual([...data]);
  }
});

describe('PdfFile.open fails', () => {
  test('for an encrypted file, with a hint to remove the password', async () => {
    const detail = await failureOf(writePdf(handmadePdf([{ lines: ['secret'] }], { encrypted: true })));
    expect(detail).toMatchObject({ code: 'pdf-encrypted', exit: 'usage' });
    expect(detail.next).toContain('qpdf');
  });

  test('for a file without pages', async () => {
    expect(await failureOf(writePdf(handmadePdf([])))).toMatchObject({ code: 'pdf-no-pages', exit: 'usage' });
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('Theorem 1. All is well.')],
    ['a truncated header', handmadePdf([{ lines: ['Hello'] }]).subarray(0, 60)],
    ['zeros', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000)])],
  ])('for a file that is not a PDF: %s', async (_, bytes) => {
    expect(await failureOf(writePdf(bytes))).toMatchObject({ code: 'pdf-broken', exit: 'usage' });
  });

  test('for a missing file', async () => {
    expect(await failureOf(join(temporaryFolder(), 'none.pdf'))).toMatchObject({ code: 'document-unreadable' });
  });

  test('only with a Failure, for a file truncated anywhere', async () => {
    const full = handmadePdf([{ lines: ['One'] }, { boxes: [[10, 10, 50, 50]] }, { lines: ['Three'] }]);
    for (let size = 0; size < full.length; size += 61) {
      const file = await PdfFile.open(writePdf(full.subarray(0, size))).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Failure);
        return null;
      });
      if (file === null) continue;
      for (let page = 1; page <= file.pageCount; page++) {
        await file.renderPage(page).catch((error: unknown) => expect((error as Error).name).toBe('PageBroken'));
      }
      file.close();
    }
  });
});

test('PdfFile reads 2,000 pages separately with bounded memory', { timeout: 180_000 }, async (context) => {
  const pages = Array.from({ length: 2000 }, (_, at): HandmadePage => ({ lines: [`Page ${at + 1}`] }));
  const path = writePdf(handmadePdf(pages));
  const file = await PdfFile.open(path);
  expect(file.pageCount).toBe(2000);
  for (let page = 1; page <= 2000; page += 1) {
    expect((await file.lines(page)).map(({ text }) => text)).toEqual([`Page ${page}`]);
  }
  const before = process.memoryUsage.rss();
  for (let page = 1; page <= 2000; page += 40) await file.renderPage(page);
  // One image with its bitmap takes 15 MB; fifty would take 750 MB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
  file.close();
  const popplerCount = pageCountByPoppler(path);
  if (popplerCount === null) return context.skip('the second count needs pdfinfo of poppler');
  expect(popplerCount).toBe(2000);
});
