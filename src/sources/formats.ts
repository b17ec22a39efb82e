/** Registry of document formats. A new format is one file with its reader, and one line in `FORMATS`. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isEntityJson } from './datasets/entity-json.ts';
import type { Document } from './document.ts';
import { isLeanBlueprint } from './lean-blueprint/is-lean-blueprint.ts';
import { isArticle } from './planetmath/metadata.ts';
import type { ReadOptions } from './read-document.ts';

interface DocumentFormat {
  /** In lower case, with the dot; the most common one first. */
  extensions: readonly string[];
  /** Whether the file with this start and name is of this format, if its extension does not decide. */
  accepts: ((start: string, name: string) => boolean) | null;
  /** Whether a folder of such files is one document. */
  readsFolders: boolean;
  /** Loads its reader, which throws a `Failure` if the file cannot be read at all. */
  load: () => Promise<(path: string, options: ReadOptions) => Document | Promise<Document>>;
}

function format(
  extensions: string,
  load: DocumentFormat['load'],
  { accepts = null, readsFolders = false }: Partial<DocumentFormat> = {},
): DocumentFormat {
  return { extensions: extensions.split(' '), load, accepts, readsFolders };
}

/** Document formats. If several have the extension of a file, the first one that accepts the file is used. */
export const FORMATS = {
  planetmath: format('.tex', async () => (await import('./planetmath/read-planetmath.ts')).readPlanetMath, {
    accepts: isArticle,
    readsFolders: true,
  }),
  latex: format('.tex .ltx .latex', async () => (await import('./latex/read-latex.ts')).readLatexDocument),
  lean: format('.lean', async () => (await import('./lean-blueprint/read-lean-blueprint.ts')).readLeanBlueprint, {
    accepts: isLeanBlueprint,
  }),
  naturalproofs: format('.json', async () => (await import('./datasets/read-naturalproofs.ts')).readNaturalProofs, {
    accepts: (start) => /^\ufeff?\s*\{\s*"(?:dataset|splits)"\s*:/.test(start),
  }),
  theoremqa: format('.json', async () => (await import('./datasets/read-theoremqa.ts')).readTheoremQa, {
    accepts: (start, name) =>
      /^\ufeff?\s*\[\s*\{[^{}]{0,20000}?"Question"\s*:/.test(start) || name.toLowerCase() === 'all_theorems.json',
  }),
  mathinstruct: format('.json', async () => (await import('./datasets/read-mathinstruct.ts')).readMathInstruct, {
    accepts: (start) => /^\ufeff?\s*\[\s*\{\s*"(?:source|instruction|output)"\s*:/.test(start),
  }),
  proofwiki: format('.xml .xml.gz', async () => (await import('./wiki/read-proofwiki.ts')).readProofWiki, {
    accepts: (start, name) => /<mediawiki[\s>]/.test(start) || name.toLowerCase().endsWith('.xml.gz'),
  }),
  arxiv: format(
    '.tar.gz .tgz .gz',
    async () => (await import('./archive/read-archive-document.ts')).readArchiveDocument,
    {
      // arXiv names the `.gz` of one file after the paper, as `2101.00001v2.gz`.
      accepts: (_start, name) => /\.(?:tar|tex)\.gz$|\.tgz$/i.test(name) || !/\.[a-z]\w*\.gz$/i.test(name),
    },
  ),
  markdown: format('.md .markdown', async () => (await import('./markdown/read-markdown.ts')).readMarkdownDocument),
  text: format('.txt', async () => (await import('./text/read-text.ts')).readTextDocument),
  automathkg: format('.json .jsonl', async () => (await import('./datasets/read-automathkg.ts')).readAutoMathKg, {
    accepts: isEntityJson,
  }),
  pdf: format('.pdf', async () => (await import('./pdf/read-pdf-text.ts')).readPdfText),
};

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as [FormatName, ...FormatName[]];

/** The format of a file by its extension and, if several formats share it, by its text; null if it is unknown. */
export function formatOf(path: string): FormatName | null {
  const candidates = FORMAT_NAMES.filter((name) => hasExtension(path, name));
  if (candidates.every((name) => FORMATS[name].accepts === null)) return candidates[0] ?? null;
  const start = startOf(path);
  return candidates.find((name) => FORMATS[name].accepts?.(start, basename(path)) ?? true) ?? null;
}

/** The format of a folder whose files are one document; null for other folders. */
export function folderFormat(folder: string): FormatName | null {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const isOf = (name: FormatName): boolean =>
    FORMATS[name].readsFolders && files.some((file) => hasExtension(file, name) && formatOf(file) === name);
  return FORMAT_NAMES.find(isOf) ?? null;
}

export const hasExtension = (path: string, name: FormatName): boolean =>
  FORMATS[name].extensions.some((extension) => basename(path).toLowerCase().endsWith(extension));

/** A Lean file may have its first attribute far from its start. */
const START_BYTES = 1_000_000;

/** The start of a file; empty if it cannot be read: its reader reports the error. */
function startOf(path: string): string {
  try {
    if (!statSync(path).isFile()) return '';
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(Math.min(START_BYTES, fstatSync(file).size));
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** The main extension of each format, for messages: `.tex, .md, .txt or .pdf`. */
export function extensionList(): string {
  const main = [...new Set(Object.values(FORMATS).map(({ extensions }) => extensions[0]))];
  return `${main.slice(0, -1).join(', ')} or ${main.at(-1)}`;
}
