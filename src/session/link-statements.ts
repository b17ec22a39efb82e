/** Links the statements of a document to declarations: what is known, and what is found. */
import { sep } from 'node:path';
import { findLinks, type FoundLink } from '../builders/knowledge/links/find-links.ts';
import { type LinkedStatement, statementsOfBlueprint } from '../builders/knowledge/links/linked-statement.ts';
import { listedDeclarations } from '../builders/knowledge/links/listed-declarations.ts';
import { taggedDeclarations, wikidataItem } from '../builders/knowledge/links/tagged-declarations.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { MODEL } from '../library/entry-attributes.ts';
import type { LinkMaker } from '../library/formalization-links.ts';
import { publicRows } from '../search/public-rows.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { CommandContext } from './command-context.ts';
import type { OpenGraph } from './command-graph.ts';

/** A declaration that is known to formalize a statement. */
export interface KnownLink {
  /** Number of the statement. */
  statement: number;
  /** Full name. */
  name: string;
  by: Exclude<LinkMaker, 'search' | typeof MODEL>;
  /** Null: the index does not have it. */
  row: number | null;
}

export interface StatementsToLink {
  nodes: readonly BlueprintNode[];
  /** Paths of the documents; the package that contains them comes first. */
  paths: readonly string[];
  /** Known links apart from those that the document gives. */
  known: readonly Omit<KnownLink, 'row'>[];
  rejected: readonly { statement: number; name: string }[];
  isWanted: readonly boolean[];
  /** Number of links of each statement. */
  limit: number;
}

export interface LinkedStatements {
  statements: LinkedStatement[];
  known: KnownLink[];
  /** By statement; empty if a link is known. */
  found: FoundLink[][];
}

/** @throws the reason of `context.signal` on abort */
export async function linkStatements(
  { index, graph }: OpenGraph,
  { nodes, paths, known: decided, rejected, isWanted, limit }: StatementsToLink,
  context: Pick<CommandContext, 'signal' | 'startProgress'>,
): Promise<LinkedStatements> {
  const statements = statementsOfBlueprint(nodes, listedDeclarations(index));
  const given = statements.flatMap((each, statement) =>
    each.given.map((name) => ({ statement, name, by: 'blueprint' as const })),
  );
  const isRejected = new Set(rejected.map(({ statement, name }) => `${statement} ${name}`));
  const known = distinct([...decided, ...wikidataLinks(index, nodes), ...given])
    .filter(({ statement, name }) => !isRejected.has(`${statement} ${name}`))
    .map((link) => ({ ...link, row: publicRow(index, link.name) }));
  const rowsOf = (links: readonly { statement: number; row: number | null }[]): Set<number>[] => {
    const rows = statements.map(() => new Set<number>());
    for (const { statement, row } of links) if (row !== null) rows[statement]!.add(row);
    return rows;
  };
  const progress = context.startProgress('Searching declarations');
  try {
    const found = await findLinks(
      index,
      graph,
      {
        statements,
        known: rowsOf(known),
        rejected: rowsOf(rejected.map((each) => ({ ...each, row: publicRow(index, each.name) }))),
        isOwn: rowsOfPackage(index, paths),
        isWanted,
        limit,
      },
      {
        signal: context.signal,
        onSearched: (done, total) => progress.update(done, total, `${done} of ${total} statements`),
      },
    );
    return { statements, known, found };
  } finally {
    progress.stop();
  }
}

/** Finds the declarations whose attribute names the item of Wikidata that a statement has as a label. */
function wikidataLinks(index: LibraryIndex, nodes: readonly BlueprintNode[]): Omit<KnownLink, 'row'>[] {
  const items = nodes.map(({ piece }) => new Set(piece.labels.map(wikidataItem)));
  if (items.every((own) => [...own].every((item) => item === null))) return [];
  return taggedDeclarations(index, 'wikidata').flatMap(({ row, tag }) => {
    const { name } = index.row(row)!;
    return items.flatMap((own, statement) => (own.has(tag) ? [{ statement, name, by: 'attribute' as const }] : []));
  });
}

/** The first of those that say the same. */
function distinct<T extends { statement: number; name: string }>(links: readonly T[]): T[] {
  return [...new Map(links.toReversed().map((link) => [`${link.statement} ${link.name}`, link])).values()].toReversed();
}

function publicRow(index: LibraryIndex, name: string): number | null {
  return publicRows(index, name)[0]?.id ?? null;
}

/** By row: 1 if its package contains one of the documents; null if no package does. */
export function rowsOfPackage(index: LibraryIndex, paths: readonly string[]): Uint8Array | null {
  const packages = index.all<{ id: number; root: string }>('SELECT id, root FROM packages');
  const own = packages.filter(({ root }) =>
    paths.some((path) => path.startsWith(`${root.replace(/[\\/]$/u, '')}${sep}`)),
  );
  if (own.length === 0) return null;
  const isOwn = new Uint8Array(index.idLimit);
  const rows = index.all<{ id: number }>(
    `SELECT d.id FROM decls d JOIN files f ON f.id = d.file_id WHERE f.package_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(own.map(({ id }) => id)),
  );
  for (const { id } of rows) isOwn[id] = 1;
  return isOwn;
}
