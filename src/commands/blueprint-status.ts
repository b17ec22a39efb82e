/** Statements with what of them is formalized, for `graph status` and pictures. */
import { readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { formalizationStatus, type NamedDeclaration, type NodeStatus } from '../graph/formalization-status.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { requireSources } from '../library/filter-entries.ts';
import { formalizationLinks, namesInForce } from '../library/formalization-links.ts';
import { withLibrary } from '../library/library.ts';
import { statementNodes } from '../library/statement-nodes.ts';
import { makeLocate } from '../report/search-report.ts';
import { publicRows } from '../search/public-rows.ts';
import { readStatements, type StatementDocument } from '../session/blueprint-file.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { refreshProject } from '../session/refresh.ts';
import { findHoles, type Hole } from '../verify/hole/holes.ts';

/** A blueprint at a path; with `source`, the statements of that source of the library and its links. */
export interface StatementsQuery {
  path: string;
  source: string | null;
}

export interface StatementsInIndex extends Omit<StatementDocument, 'path'> {
  index: LibraryIndex;
  /** Null with `source`. */
  path: string | null;
  /** By node. */
  statuses: NodeStatus[];
}

/** @throws {Failure} `blueprint-missing`, `blueprint-unmarked`, `source-unknown`; as `withCommandIndex` */
export async function withFormalizationStatus<T>(
  { path: given, source }: StatementsQuery,
  context: CommandContext,
  work: (statements: StatementsInIndex) => T | Promise<T>,
): Promise<T> {
  const { path, title, nodes } =
    source === null ? await readBlueprint(given, context.cwd) : await readSource(source, context.settings);
  await refreshProject(context);
  return withCommandIndex(context, (index) =>
    work({ index, path, title, nodes, statuses: formalizationStatus(nodes, declarationFinder(index)) }),
  );
}

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
function readSource(source: string, settings: Settings): Promise<Omit<StatementDocument, 'path'> & { path: null }> {
  return withLibrary(libraryPathFor(settings), {}, ({ database }) => {
    requireSources(database, [source]);
    const links = Map.groupBy(formalizationLinks(database, source), ({ entry }) => entry);
    const nodes = statementNodes(database, source).map(({ id, node }) => {
      const lean = namesInForce(links.get(id) ?? [], { given: node.statement.lean, least: settings.linkConfidence });
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
    const [row] = publicRows(index, name);
    if (row === undefined) return { exists: false, isComplete: false };
    const holes = holesOf(locate(row.package, row.filePath));
    const inText = holes?.some(({ line }) => line >= row.lineStart && line <= row.lineEnd);
    // If the file cannot be read, nothing shows that the declaration is complete.
    return { exists: true, isComplete: inText === false };
  };
}
