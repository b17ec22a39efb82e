/** Finds the documents in the files and folders that a user names, and lists skipped files. */
import { readdirSync, readFileSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { statOrNull } from '../base/read-or-null.ts';
import { extensionList, formatOf, FORMATS, hasExtension, type FormatName } from '../sources/formats.ts';

export interface FoundDocument {
  /** Absolute path. */
  path: string;
  /** Its path below the named folder, with `/` and without its extension. */
  name: string;
  /** The source to use if the user names none: the named folder or, for a single file, the file itself. */
  source: string;
}

export interface FoundDocuments {
  documents: FoundDocument[];
  /** Absolute paths of skipped files that look like documents, with reasons. */
  leftOut: { path: string; why: string }[];
}

/**
 * `paths`: absolute. `format`: of all files that are named; null if each tells its own.
 * @throws {Failure} `document-missing`, `no-documents`
 */
export function findDocuments(paths: readonly string[], format: FormatName | null = null): FoundDocuments {
  const all: FoundDocuments = { documents: [], leftOut: [] };
  const seen = new Set<string>();
  for (const path of paths) {
    const stat = statDocument(path);
    const isOne = !stat.isDirectory() || (format !== null && FORMATS[format].readsFolders);
    const more = isOne ? { documents: [singleDocument(path)], leftOut: [] } : findInFolder(path, format);
    all.documents.push(...more.documents.filter((each) => !seen.has(each.path)));
    all.leftOut.push(...more.leftOut);
    for (const each of more.documents) seen.add(each.path);
  }
  return all;
}

/** @throws {Failure} `document-missing` */
function statDocument(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw missing(path, error as NodeJS.ErrnoException);
  }
}

function singleDocument(path: string): FoundDocument {
  const name = stem(basename(path));
  return { path, name, source: name };
}

/**
 * A folder with LaTeX files is a book: other files in it, such as notes and PDFs, are skipped unless they are named. Lean
 * files with a part of a blueprint belong to the book. A folder within it may be one document.
 */
function findInFolder(folder: string, format: FormatName | null): FoundDocuments {
  const skipped: FoundDocuments['leftOut'] = [];
  const files = filesBelow(folder, `${realpathSync(folder)}${sep}`, skipped).flatMap((path) => {
    const own = format === null ? formatOf(path) : hasExtension(path, format) ? format : null;
    return own === null ? [] : [{ path, format: own }];
  });
  const isInOne = (each: (typeof files)[number]): boolean => FORMATS[each.format].readsFolders;
  const folders = new Set(files.filter(isInOne).map(({ path }) => dirname(path)));
  const single = files.filter((each) => !isInOne(each));
  const latex = single.flatMap((each) => (each.format === 'latex' ? [each.path] : []));
  const lean = single.flatMap((each) => (each.format === 'lean' ? [each.path] : []));
  const others = single.flatMap((each) => (['latex', 'lean'].includes(each.format) ? [] : [each.path]));
  const mains = mainFiles(latex);
  const isBook = folders.size > 0 || latex.length > 0 || lean.length > 0;
  const selected = [...folders, ...lean, ...(isBook ? (mains.length > 0 ? mains : latex) : others)];
  if (selected.length === 0) throw noDocuments(folder, skipped);
  const source = basename(folder);
  return {
    documents: selected.map((path) => ({ path, name: nameBelow(folder, path, folders), source })),
    leftOut: [
      ...skipped,
      ...latex.filter((path) => !selected.includes(path)).map((path) => ({ path, why: whyNotMain(path) })),
      ...(isBook ? others.map((path) => ({ path, why: 'is next to LaTeX files' })) : []),
    ],
  };
}

function nameBelow(folder: string, path: string, folders: ReadonlySet<string>): string {
  const below = relative(folder, path).split(sep).join('/');
  return folders.has(path) ? below || basename(folder) : stem(below);
}

/** The Lean files below a folder that have a part of a blueprint, absolute and sorted. */
export function leanBlueprintFiles(folder: string): string[] {
  return filesBelow(folder, `${realpathSync(folder)}${sep}`, []).filter((path) => formatOf(path) === 'lean');
}

/**
 * Skips hidden files and folders, links to folders, and links to files outside the folder, because those are not the
 * folder's own documents. `top`: the folder's real path, with `/`.
 */
function filesBelow(folder: string, top: string, leftOut: FoundDocuments['leftOut']): string[] {
  return listFolder(folder, leftOut)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, top, leftOut);
      if (statOrNull(path)?.isFile() !== true) return [];
      if (!entry.isSymbolicLink() || realpathSync(path).startsWith(top)) return [path];
      if (formatOf(path) !== null) leftOut.push({ path, why: 'is a link to a file outside the folder' });
      return [];
    })
    .toSorted();
}

function listFolder(folder: string, leftOut: FoundDocuments['leftOut']): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    leftOut.push({ path: folder, why: (error as Error).message });
    return [];
  }
}

/** The first files of LaTeX documents. The printed version of a blueprint has the text of its web version. */
function mainFiles(latex: readonly string[]): string[] {
  const mains = latex.filter(isMain);
  const all = new Set(mains);
  return mains.filter((path) => !isPrintedBlueprint(path) || !all.has(join(dirname(path), 'web.tex')));
}

const isPrintedBlueprint = (path: string): boolean => basename(path) === 'print.tex';

const whyNotMain = (path: string): string =>
  isPrintedBlueprint(path) && isMain(path) ? 'has the text of web.tex' : 'has no \\begin{document}';

/** Whether it is a main LaTeX file: it begins a document, and is not part of another one. */
function isMain(path: string): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'latin1').replace(/(?<!\\)%.*/gu, '');
  } catch {
    return true; // The reader reports the error.
  }
  return text.includes('\\begin{document}') && !/\\documentclass(?:\[[^\]]*\])?\{(?:subfiles|standalone)\}/u.test(text);
}

function stem(path: string): string {
  const packed = /\.(?:tar|tex|xml)\.gz$/iu.exec(path)?.[0] ?? extname(path);
  return path.slice(0, path.length - packed.length);
}

function missing(path: string, { code, message }: NodeJS.ErrnoException): Failure {
  return new Failure('usage', 'document-missing', {
    message: code === 'ENOENT' ? `There is no file or folder ${path}.` : `${path} cannot be read.`,
    ...(code === 'ENOENT' ? {} : { reason: message }),
    next: 'Check the spelling; lemmahead library add --help',
  });
}

function noDocuments(folder: string, skipped: FoundDocuments['leftOut']): Failure {
  return new Failure('usage', 'no-documents', {
    message: `${folder} contains no document: no ${extensionList()} file.`,
    ...(skipped.length === 0 ? {} : { reason: skipped.map(({ path, why }) => `${path} ${why}`).join('\n') }),
    next: 'lemmahead library add --help',
  });
}
