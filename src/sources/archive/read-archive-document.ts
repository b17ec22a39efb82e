/** Reads the source of a paper as arXiv gives it: a `.tar.gz` of LaTeX files, or the `.gz` of one file. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { fileHash } from '../../base/hash.ts';
import type { Document, DocumentProblem } from '../document.ts';
import { readLatexFiles } from '../latex/read-latex.ts';
import type { ReadOptions } from '../read-document.ts';
import { type ArchiveEntries, ArchiveFiles, readArchive } from './archive-files.ts';

/** Names that arXiv and authors give to main files, before longer ones. */
const MAIN_NAMES = /^(?:main|ms|paper|article|arxiv)\.(?:tex|ltx|latex)$/iu;
const MAX_NAMED = 5;

/** Places of pieces are `paper.tar.gz/sections/intro.tex`. @throws {Failure} as `readArchive`; `document-unreadable` */
export async function readArchiveDocument(path: string, options: ReadOptions): Promise<Document> {
  const name = basename(path);
  const sha256 = await fileHash(path).catch((error: unknown) => {
    throw new Failure('usage', 'document-unreadable', {
      message: `Cannot read ${path}.`,
      reason: (error as Error).message,
    });
  });
  const { texts, refused } = await readArchive(path);
  const mains = mainFiles(texts);
  const [main, ...others] = mains;
  if (main === undefined) {
    throw new Failure('usage', 'document-unreadable', {
      message: `${path} has no LaTeX document: no text in it begins one.`,
      ...(refused.length === 0 ? {} : { reason: refusedText(refused) }),
      next: 'lemmahead library add --help',
    });
  }
  const document = await readLatexFiles(new ArchiveFiles({ texts }), main, options);
  const within = <Placed extends { place: Document['pieces'][number]['place'] | null }>(each: Placed): Placed =>
    each.place === null ? each : { ...each, place: { ...each.place, file: `${name}/${each.place.file}` } };
  const problems: DocumentProblem[] = [
    ...refused.map(({ path: entry, why }) => ({
      code: 'archive-entry-refused',
      message: `The entry ${JSON.stringify(entry)} ${why}: it is not read.`,
      place: null,
    })),
    ...(others.length === 0
      ? []
      : [
          {
            code: 'archive-several-documents',
            message: `The archive has several documents; ${main} is read, and not ${some(others, ', ')}.`,
            place: null,
          },
        ]),
    ...document.problems.map(within),
  ];
  return {
    ...document,
    title: document.title === main ? name : document.title,
    format: 'arxiv',
    files: [{ path: name, sha256 }],
    pieces: document.pieces.map(within),
    problems,
  };
}

function refusedText(refused: ArchiveEntries['refused']): string {
  const entries = refused.map(({ path, why }) => `${JSON.stringify(path)} ${why}`);
  return `Entries that are not read: ${some(entries, '; ')}.`;
}

/** The first few, and the number of the others. */
function some(all: readonly string[], separator: string): string {
  const more = all.length - MAX_NAMED;
  return all.slice(0, MAX_NAMED).join(separator) + (more > 0 ? ` and ${more} more` : '');
}

/** Texts that begin a document, the most likely main file first. A paper of plain TeX has one file. */
function mainFiles(texts: ReadonlyMap<string, string>): string[] {
  const begins = [...texts].filter(([, text]) => /\\begin\s*\{document\}/u.test(text.replaceAll(/(?<!\\)%.*/gu, '')));
  const isMain = ([, text]: [string, string]): boolean =>
    /\\document(?:class|style)/u.test(text) && !/\\documentclass(?:\[[^\]]*\])?\{(?:subfiles|standalone)\}/u.test(text);
  const found = begins.some(isMain) ? begins.filter(isMain) : begins;
  const depthOf = (path: string): number => path.split('/').length;
  const ordered = found.toSorted(
    ([a, textA], [b, textB]) =>
      depthOf(a) - depthOf(b) ||
      Number(MAIN_NAMES.test(basename(b))) - Number(MAIN_NAMES.test(basename(a))) ||
      textB.length - textA.length ||
      (a < b ? -1 : 1),
  );
  if (ordered.length > 0) return ordered.map(([path]) => path);
  return texts.size === 1 ? [...texts.keys()] : [];
}
