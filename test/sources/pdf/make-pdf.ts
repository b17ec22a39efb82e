/** Creates PDFs for tests, directly or with pdflatex if it is installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { TestContext } from 'vitest';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

/** Compiles `tex` with pdflatex, next to `files`, and returns the path. Skips the test visibly without pdflatex. */
export function latexPdf(context: TestContext, tex: string, files: Record<string, string | Uint8Array> = {}): string {
  const folder = writeFiles(temporaryFolder(), { 'paper.tex': tex, ...files });
  const result = spawnSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (result.error !== undefined) return context.skip('needs pdflatex');
  if (result.status !== 0) throw new Error(`pdflatex failed:\n${result.stdout.slice(-1500)}`);
  return join(folder, 'paper.pdf');
}

export interface HandmadePage {
  /** Lines in 12-point Helvetica from the top; ASCII without brackets and backslashes. */
  lines?: readonly string[];
  /** Black rectangles: left, bottom, width, height in points. */
  boxes?: readonly (readonly [number, number, number, number])[];
  /** In points; by default A4. */
  size?: readonly [number, number];
}

/** Writes a PDF without other tools. `encrypted`: the empty password does not open it. */
export function handmadePdf(pages: readonly HandmadePage[], { encrypted = false } = {}): Buffer {
  const objects: string[] = [];
  const put = (body: string): number => objects.push(body);
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  put('<< /Type /Catalog /Pages 2 0 R >>');
  put(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  put('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const page of pages) {
    const [width, height] = page.size ?? [595, 842];
    const content = objects.length + 2;
    put(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    put(streamOf(page, height));
  }
  const encryption = encrypted ? put(encryptionDictionary()) : null;
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = out.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = encryption === null ? '' : ` /Encrypt ${encryption} 0 R /ID [<00112233> <00112233>]`;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}

function streamOf({ lines = [], boxes = [] }: HandmadePage, height: number): string {
  const text = lines.map((line, at) => `BT /F1 12 Tf 72 ${height - 72 - 14 * at} Td (${line}) Tj ET`);
  const rectangles = boxes.map(([x, y, w, h]) => `${x} ${y} ${w} ${h} re f`);
  const packed = deflateSync([...text, ...rectangles].join('\n')).toString('latin1');
  return `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`;
}

/** The standard security handler with hashes of no known password. */
function encryptionDictionary(): string {
  const hash = (byte: string): string => `<${byte.repeat(32)}>`;
  return `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hash('a5')} /U ${hash('5a')} >>`;
}

/** The page count according to `pdfinfo` of poppler, as an independent check. Null if it is not installed. */
export function pageCountByPoppler(path: string): number | null {
  const { stdout, error } = spawnSync('pdfinfo', [path], { encoding: 'utf8' });
  return error === undefined ? Number(/^Pages:\s*(\d+)/m.exec(stdout)?.[1]) : null;
}

export const bytesOf = (path: string): Buffer => readFileSync(path);
