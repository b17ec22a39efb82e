/** `lemmahead graph status`: what of a blueprint is formalized, and what can be formalized next. */
import { readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { formalizationStatus, type NamedDeclaration } from '../graph/formalization-status.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { requireSources } from '../library/filter-entries.ts';
import { formalizationLinks, namesInForce } from '../library/formalization-links.ts';
import { withLibrary } from '../library/library.ts';
import { statementNodes } from '../library/statement-nodes.ts';
import type { GraphStatusOptions } from '../options/graph-options.ts';
import { reportStatus } from '../report/graph-status-report.ts';
import type { GraphStatusReport } from '../report/graph-schema.ts';
import { renderGraphStatus } from '../report/graph-status-text.ts';
import { makeLocate } from '../report/search-report.ts';
import { similarDeclarations } from '../search/similar-names.ts';
import { readStatements, type StatementDocument } from '../session/blueprint-file.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { refreshProject } from '../session/refresh.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';
import type { Command } from './command.ts';

const MAX_NEAR = 3;

/** Exit `no` if a claim of the blueprint does not hold. */
export const graphStatus: Command<GraphStatusOptions, GraphStatusReport> = async (options, context) => {
  const { limit } = options;
  const { path, title, nodes } =
    options.source === null
      ? await readBlueprint(options.path, context.cwd)
      : await readSource(options.source, options.auto, context.settings);
  await refreshProject(context);
  return withCommandIndex(context, (index) => {
    const statuses = formalizationStatus(nodes, declarationFinder(index));
    const near = (name: string): string[] => similarDeclarations(index, name, MAX_NEAR);
    const report = reportStatus({ path, source: options.source, title, nodes, statuses, near });
    return {
      exit: report.false_claims.length > 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphStatus(report, limit, style),
    };
  });
};

/** @throws {Failure} `blueprint-unmarked` */
async function readBlueprint(path: string, cwd: string): Promise<StatementDocument> {
  const document = await readStatements(path, cwd);
  if (document.nodes.some(({ piece }) => piece.facts?.blueprint !== undefined)) return document;
  throw new Failure('usage', 'blueprint-unmarked', {
    message: `${document.path} is not a blueprint: no statement has \\lean, \\leanok or \\uses.`,
    next: 'Give a folder with blueprint/src/web.tex or Lean files with @[blueprint …], or link the document: lemmahead graph link --help',
  });
}

/** The links of the library count as if the document named the declarations. @throws {Failure} `source-unknown` */
function readSource(
  source: string,
  auto: number,
  settings: Settings,
): Promise<Omit<StatementDocument, 'path'> & { path: null }> {
  return withLibrary(libraryPathFor(settings), {}, ({ database }) => {
    requireSources(database, [source]);
    const links = Map.groupBy(formalizationLinks(database, source), ({ entry }) => entry);
    const nodes = statementNodes(database, source).map(({ id, node }) => {
      const lean = namesInForce(links.get(id) ?? [], { given: node.statement.lean, least: auto });
      return { ...node, statement: { ...node.statement, lean } };
    });
    return { path: null, title: source, nodes };
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
