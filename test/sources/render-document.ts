/** Test helpers: renders the pieces of a document as readable text, and reads LaTeX without files. */
import type { Document, Piece } from '../../src/sources/document.ts';
import { readLatexFiles } from '../../src/sources/latex/read-latex.ts';
import type { ReadOptions } from '../../src/sources/read-document.ts';

const indent = (text: string): string => text.replace(/^/gm, '    ').replace(/[ ]+$/gm, '');

function renderPiece({
  key,
  kind,
  called,
  number,
  title,
  headings,
  body,
  proof,
  labels,
  references,
  place,
  facts,
}: Piece): string {
  const head = [`[${place.file}:${place.line}]`, kind, called, number ?? '', title === '' ? '' : `(${title})`];
  return [
    head.filter((part) => part !== '').join(' '),
    ...(headings.length === 0 ? [] : [`  in ${headings.join(' > ')}`]),
    `  key ${key}`,
    ...(labels.length === 0 ? [] : [`  labels ${labels.join(' ')}`]),
    ...references.map((reference) => `  ${reference.kind} ${reference.label}`),
    ...(facts === undefined ? [] : [`  facts ${JSON.stringify(facts)}`]),
    indent(body),
    ...(proof === null ? [] : ['  proof', indent(proof)]),
  ].join('\n');
}

export function renderDocument({ title, files, pieces, externals, problems }: Document): string {
  return [
    `title ${title}`,
    ...files.map(({ path }) => `file ${path}`),
    ...externals.map(({ prefix, document }) => `external ${prefix} ${document}`),
    ...problems.map(({ code, place }) => `problem ${code} ${place?.file ?? ''}:${place?.line ?? ''}`),
    ...pieces.map((piece) => `\n${renderPiece(piece)}`),
    '',
  ].join('\n');
}

/** Reads `source` as `main.tex`, with `others` as further files. */
export function readLatex(
  source: string,
  others: Record<string, string> = {},
  options: ReadOptions = {},
): Promise<Omit<Document, 'files'>> {
  const files = new Map(Object.entries({ 'main.tex': source, ...others }));
  const open = (name: string, folders: readonly string[], endings: readonly string[]) => {
    for (const folder of folders) {
      for (const ending of endings) {
        const path = `${folder === '' ? '' : `${folder}/`}${name}${ending}`;
        const text = files.get(path);
        if (text !== undefined) return { path, real: path, text };
      }
    }
    return 'input-missing' as const;
  };
  return readLatexFiles({ open }, 'main.tex', options);
}
