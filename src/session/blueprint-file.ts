/** Finds and reads the blueprint or other document that a `graph` command is given. */
import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { leanBlueprintFiles } from '../library/find-documents.ts';
import { type BlueprintNode, blueprintNodes } from '../sources/blueprint.ts';
import type { Document } from '../sources/document.ts';
import { readDocument } from '../sources/read-document.ts';

export interface StatementDocument {
  /** Absolute path of its LaTeX file, otherwise of what was given. */
  path: string;
  title: string;
  nodes: BlueprintNode[];
}

/** Where leanblueprint keeps the first file of the web version. */
const FIRST_FILES = ['blueprint/src/web.tex', 'src/web.tex', 'web.tex', 'blueprint/src/content.tex', 'content.tex'];

/** `path`: a folder with a blueprint, or any document. @throws {Failure} `blueprint-missing`, and those of reading */
export async function readStatements(path: string, cwd: string): Promise<StatementDocument> {
  const { first, document } = await readBlueprint(resolve(cwd, path));
  return { path: first, title: document.title, nodes: blueprintNodes(document) };
}

/**
 * Reads a file, or of a folder both halves of its blueprint: the LaTeX of leanblueprint, and Lean files with attributes
 * or Verso blocks. `first`: the LaTeX file, otherwise what was given.
 * @throws {Failure} `blueprint-missing`
 */
async function readBlueprint(path: string): Promise<{ first: string; document: Pick<Document, 'title' | 'pieces'> }> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw blueprintMissing(`${path} does not exist.`);
  if (!stat.isDirectory()) return { first: path, document: await readDocument(path) };
  const first = FIRST_FILES.map((each) => join(path, each)).find((each) => existsSync(each));
  const document = first === undefined ? null : await readDocument(first);
  const pieces = document === null ? [] : [...document.pieces];
  const lean = leanBlueprintFiles(path);
  for (const file of lean) {
    const read = await readDocument(file);
    const place = { file: relative(path, file).split(sep).join('/') };
    pieces.push(...read.pieces.map((piece) => ({ ...piece, place: { ...piece.place, ...place } })));
  }
  if (document === null && lean.length === 0) {
    const looked = `Looked for ${FIRST_FILES.join(', ')}, and for Lean files with @[blueprint …] or Verso blocks.`;
    throw blueprintMissing(`There is no blueprint in ${path}.`, looked);
  }
  return { first: first ?? path, document: { title: document?.title ?? basename(path), pieces } };
}

function blueprintMissing(message: string, reason?: string): Failure {
  return new Failure('usage', 'blueprint-missing', {
    message,
    ...(reason === undefined ? {} : { reason }),
    next: 'Give the first LaTeX file of the document.',
  });
}
