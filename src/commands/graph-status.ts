/** `lemmahead graph status`: what of a blueprint is formalized, and what can be formalized next. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { formalizationStatus, type NamedDeclaration } from '../graph/formalization-status.ts';
import { leanBlueprintFiles } from '../library/find-documents.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { GraphStatusOptions } from '../options/graph-options.ts';
import { reportStatus } from '../report/graph-status-report.ts';
import type { GraphStatusReport } from '../report/graph-schema.ts';
import { renderGraphStatus } from '../report/graph-status-text.ts';
import { makeLocate } from '../report/search-report.ts';
import { similarDeclarations } from '../search/similar-names.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { refreshProject } from '../session/refresh.ts';
import { blueprintNodes } from '../sources/blueprint.ts';
import type { Document } from '../sources/document.ts';
import { readDocument } from '../sources/read-document.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { Command } from './command.ts';

const MAX_NEAR = 3;

/** Exit `no` if a claim of the blueprint does not hold. */
export const graphStatus: Command<GraphStatusOptions, GraphStatusReport> = async ({ path, limit }, context) => {
  const given = resolve(context.cwd, path);
  const { first, document } = await readBlueprint(given);
  const nodes = blueprintNodes(document);
  if (!nodes.some(({ piece }) => piece.facts?.blueprint !== undefined)) {
    throw new Failure('usage', 'blueprint-unmarked', {
      message: `${first} is not a blueprint: no statement has \\lean, \\leanok or \\uses.`,
      next: 'lemmahead graph status FOLDER, with blueprint/src/web.tex in it, or Lean files with @[blueprint …]',
    });
  }
  await refreshProject(context);
  return withCommandIndex(context, (index) => {
    const statuses = formalizationStatus(nodes, declarationFinder(index));
    const near = (name: string): string[] => similarDeclarations(index, name, MAX_NEAR);
    const report = reportStatus({ path: first, title: document.title, nodes, statuses, near });
    return {
      exit: report.false_claims.length > 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphStatus(report, limit, style),
    };
  });
};

/** Where leanblueprint keeps the first file of the web version. */
const FIRST_FILES = ['blueprint/src/web.tex', 'src/web.tex', 'web.tex', 'blueprint/src/content.tex', 'content.tex'];

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
    next: 'Give the first LaTeX file of the blueprint: lemmahead graph status FILE.tex',
  });
}

function declarationFinder(index: LibraryIndex): (name: string) => Omit<NamedDeclaration, 'name'> {
  const locate = makeLocate(index);
  const holesOf = memoizeByValue((path: string): Hole[] | null => {
    try {
      return findHoles(readFileSync(path, 'utf8'));
    } catch {
      return null;
    }
  });
  return (name) => {
    const row = index.rows(index.idsByName(name)).find(({ isPrivate }) => !isPrivate);
    if (row === undefined) return { exists: false, isComplete: false };
    const holes = holesOf(locate(row.package, row.filePath));
    const inText = holes?.some(({ line }) => line >= row.lineStart && line <= row.lineEnd);
    // If the file cannot be read, nothing shows that the declaration is complete.
    return { exists: true, isComplete: inText === false };
  };
}
