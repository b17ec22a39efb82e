/** What a user means by the files and folders they name: the documents to read, and what is left aside. */
import { readdirSync, readFileSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { Failure } from '../base/errors.ts';

/** A document that is to be read. */
export interface FoundDocument {
  /** Absolute. */
  path: string;
  /** What it is called by: below the folder that was named, with `/` and without its extension. */
  name: string;
  /** The source it belongs to where none is named: the folder that was named, else the file itself. */
  source: string;
}

export interface FoundDocuments {
  documents: FoundDocument[];
  /** Absolute paths of what looked like documents and was not taken, with why. */
  leftOut: { path: string; why: string }[];
}

const LATEX = new Set(['.tex', '.ltx', '.latex']);
const OTHERS = new Set(['.md', '.markdown', '.txt', '.pdf']);

/** `paths`: absolute. @throws {Failure} `document-missing`, `no-documents` */
export function findDocuments(paths: readonly string[]): FoundDocuments {
  const all: FoundDocuments = { documents: [], leftOut: [] };
  const seen = new Set<string>();
  for (const path of paths) {
    const stat = found(path);
    if (stat === null) throw missing(path);
    const more = stat.isDirectory() ? inFolder(path) : { documents: [named(path)], leftOut: [] };
    all.documents.push(...more.documents.filter((each) => !seen.has(each.path)));
    all.leftOut.push(...more.leftOut);
    for (const each of more.documents) seen.add(each.path);
  }
  return all;
}

/** Null: nothing is there, or only a link that leads nowhere. */
function found(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function named(path: string): FoundDocument {
  const name = stem(basename(path));
  return { path, name, source: name };
}

/** With LaTeX of its own a folder is a book: its notes and what was made of it are left aside, unless they are named. */
function inFolder(folder: string): FoundDocuments {
  const unseen: FoundDocuments['leftOut'] = [];
  const files = filesBelow(folder, `${realpathSync(folder)}${sep}`, unseen);
  const latex = files.filter((path) => LATEX.has(extname(path).toLowerCase()));
  const others = files.filter((path) => OTHERS.has(extname(path).toLowerCase()));
  const mains = latex.filter(isMain);
  const taken = mains.length > 0 ? mains : latex.length > 0 ? latex : others;
  if (taken.length === 0) throw noDocuments(folder);
  const source = basename(folder);
  return {
    documents: taken.map((path) => ({ path, name: stem(relative(folder, path).split(sep).join('/')), source })),
    leftOut: [
      ...unseen,
      ...latex.filter((path) => !taken.includes(path)).map((path) => ({ path, why: 'has no \\begin{document}' })),
      ...(latex.length === 0 ? [] : others.map((path) => ({ path, why: 'stands beside LaTeX' }))),
    ],
  };
}

/**
 * Hidden files and folders are not looked at, nor is a folder that a link leads to, nor a file that one leads to out of
 * the folder: what a stranger's folder links to is none of its documents. `top`: the folder's real path, with `/`.
 */
function filesBelow(folder: string, top: string, leftOut: FoundDocuments['leftOut']): string[] {
  return listed(folder, leftOut)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, top, leftOut);
      if (found(path)?.isFile() !== true) return [];
      if (!entry.isSymbolicLink() || realpathSync(path).startsWith(top)) return [path];
      if (isDocument(path)) leftOut.push({ path, why: 'is a link that leads out of the folder' });
      return [];
    })
    .toSorted();
}

const isDocument = (path: string): boolean => {
  const ending = extname(path).toLowerCase();
  return LATEX.has(ending) || OTHERS.has(ending);
};

function listed(folder: string, leftOut: FoundDocuments['leftOut']): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    leftOut.push({ path: folder, why: (error as Error).message });
    return [];
  }
}

/** Whether LaTeX would be started on this file: it begins a document, and no other's part. */
function isMain(path: string): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'latin1').replace(/(?<!\\)%.*/gu, '');
  } catch {
    return true; // Whoever reads it says what is wrong.
  }
  return text.includes('\\begin{document}') && !/\\documentclass(?:\[[^\]]*\])?\{(?:subfiles|standalone)\}/u.test(text);
}

function stem(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

function missing(path: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'document-missing',
    message: `There is no file or folder ${path}.`,
    next: 'Check its spelling; lemmahead library add --help',
  });
}

function noDocuments(folder: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'no-documents',
    message: `In ${folder} there is no document: no .tex, .md, .txt or .pdf file.`,
    next: 'lemmahead library add --help',
  });
}
