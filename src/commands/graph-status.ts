/** `lemmahead graph status`: what of a blueprint is formalized, and what can be formalized next. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { formalizationStatus, type NamedDeclaration } from '../graph/formalization-status.ts';
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
import { readDocument } from '../sources/read-document.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { Command } from './command.ts';

const MAX_NEAR = 3;

/** Exit `no` if a claim of the blueprint does not hold. */
export const graphStatus: Command<GraphStatusOptions, GraphStatusReport> = async ({ path, limit }, context) => {
  const first = firstFile(resolve(context.cwd, path));
  const document = await readDocument(first);
  const nodes = blueprintNodes(document);
  if (!nodes.some(({ piece }) => piece.facts?.blueprint !== undefined)) {
    throw new Failure('usage', 'blueprint-unmarked', {
      message: `${first} is not a blueprint: no statement has \\lean, \\leanok or \\uses.`,
      next: 'lemmahead graph status FOLDER, with blueprint/src/web.tex in it',
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

/** @throws {Failure} `blueprint-missing` */
function firstFile(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const found = isFolder ? FIRST_FILES.map((each) => join(path, each)).find((each) => existsSync(each)) : path;
  if (found !== undefined && existsSync(found)) return found;
  throw new Failure('usage', 'blueprint-missing', {
    message: isFolder ? `There is no blueprint in ${path}.` : `${path} does not exist.`,
    ...(isFolder ? { reason: `Looked for ${FIRST_FILES.join(', ')}.` } : {}),
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
