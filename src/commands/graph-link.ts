/** `lemmahead graph link`: which declarations formalize the statements of a document. */
import { Failure } from '../base/errors.ts';
import { labelsOfTags, taggedDeclarations } from '../builders/knowledge/links/tagged-declarations.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { HUMAN } from '../library/derivation.ts';
import { requireSources } from '../library/filter-entries.ts';
import {
  type FormalizationLink,
  formalizationLinks,
  type LinkMaker,
  writeLinks,
} from '../library/formalization-links.ts';
import { entriesByFullLabel } from '../library/labelled-entries.ts';
import { type Library, withLibrary } from '../library/library.ts';
import { listSources } from '../library/listing.ts';
import { endRun, startRun } from '../library/runs.ts';
import { type StatementEntry, statementNodes } from '../library/statement-nodes.ts';
import type { GraphLinkOptions } from '../options/graph-options.ts';
import type { GraphLinkReport } from '../report/graph-link-schema.ts';
import { renderGraphLink } from '../report/graph-link-text.ts';
import { statementHash } from '../search/library/declaration-links.ts';
import { similarDeclarations } from '../search/similar-names.ts';
import { readStatements } from '../session/blueprint-file.ts';
import { withDependencyGraph } from '../session/command-graph.ts';
import type { CommandContext } from '../session/command-context.ts';
import { type LinkedStatements, linkStatements, type StatementsToLink } from '../session/link-statements.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { Command } from './command.ts';

const MAX_NEAR = 3;

/** Exit `no` if nothing is known or found. @throws {Failure} `statement-unknown`, `source-unknown`, and of the index */
export const graphLink: Command<GraphLinkOptions, GraphLinkReport> = async (options, context) => {
  const report =
    options.source === null ? await linkDocument(options, context) : await linkSource(options.source, options, context);
  const isSomething = report.links.length > 0 || report.known.some(({ found }) => found);
  return {
    exit: isSomething ? 'done' : 'no',
    data: report,
    render: (style) => renderGraphLink(report, options.limit, style),
  };
};

async function linkDocument(options: GraphLinkOptions, context: CommandContext): Promise<GraphLinkReport> {
  const { path, title, nodes } = await readStatements(options.path, context.cwd);
  const auto = context.settings.linkConfidence;
  const request = { nodes, paths: [path], known: [], rejected: [], ...wanted(nodes, options) };
  return withDependencyGraph(context, async (open) => {
    const linked = await linkStatements(open, request, context);
    return reportLinks(open.index, request, linked, { path, source: null, title, auto, written: 0 });
  });
}

async function linkSource(
  source: string,
  options: GraphLinkOptions,
  context: CommandContext,
): Promise<GraphLinkReport> {
  const auto = context.settings.linkConfidence;
  return withLibrary(libraryPathFor(context.settings), { writable: true, create: false }, async (library) => {
    requireSources(library.database, [source]);
    const [listed] = listSources(library.database, [source]);
    const entries = statementNodes(library.database, source);
    const nodes = entries.map(({ node }) => node);
    const numbers = new Map(entries.map(({ id }, number) => [id, number]));
    const decisions = formalizationLinks(library.database, source).filter(({ maker }) => maker === HUMAN);
    const decided = (kind: FormalizationLink['kind']) =>
      decisions
        .filter((link) => link.kind === kind && numbers.has(link.entry))
        .map(({ entry, name }) => ({ statement: numbers.get(entry)!, name }));
    const paths = listed!.documents.map(({ path }) => path);
    const labels = labelsOfTags(paths);
    return withDependencyGraph(context, async (open) => {
      const request = {
        nodes,
        paths,
        known: [
          ...decided('formalizes').map((link) => ({ ...link, by: HUMAN as typeof HUMAN })),
          ...taggedStatements(open.index, labels, entriesByFullLabel(library.database, source), numbers),
        ],
        rejected: decided('does not formalize'),
        ...wanted(nodes, options),
      };
      const linked = await linkStatements(open, request, context);
      const written = store(library, source, entries, open.index, linked, request, auto);
      return reportLinks(open.index, request, linked, { path: null, source, title: source, auto, written });
    });
  });
}

/** The statements whose tags of the Stacks project declarations have as an attribute. `numbers`: of the statements, by entry. */
function taggedStatements(
  index: LibraryIndex,
  labels: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, number>,
  numbers: ReadonlyMap<number, number>,
): StatementsToLink['known'] {
  if (labels.size === 0) return [];
  return taggedDeclarations(index, 'stacks').flatMap(({ row, tag }) => {
    const statement = numbers.get(entries.get(labels.get(tag) ?? '') ?? -1);
    return statement === undefined ? [] : [{ statement, name: index.row(row)!.name, by: 'attribute' as const }];
  });
}

/** With `--statement`, the others are only used for their known links. @throws {Failure} `statement-unknown` */
function wanted(
  nodes: readonly BlueprintNode[],
  { statement: names, candidates }: GraphLinkOptions,
): Pick<StatementsToLink, 'isWanted' | 'limit'> {
  const isNamed = ({ label, piece }: BlueprintNode, name: string): boolean =>
    label === name || piece.key === name || piece.labels.includes(name);
  const unknown = names.find((name) => !nodes.some((node) => isNamed(node, name)));
  if (unknown !== undefined) {
    throw new Failure('usage', 'statement-unknown', {
      message: `No definition or claim has the label ${unknown}.`,
      next: 'lemmahead graph link PATH --json lists all labels',
    });
  }
  return {
    isWanted: nodes.map((node) => names.length === 0 || names.some((name) => isNamed(node, name))),
    limit: candidates,
  };
}

/** Writes the links that the documents give, and those found that are confident enough, in place of earlier ones. */
function store(
  library: Library,
  source: string,
  entries: readonly StatementEntry[],
  index: LibraryIndex,
  { known, found }: LinkedStatements,
  { isWanted }: Pick<StatementsToLink, 'isWanted'>,
  auto: number,
): number {
  const link = (statement: number, row: number, confidence: number, evidence: unknown) => {
    const declaration = index.row(row)!;
    return {
      entry: entries[statement]!.id,
      kind: 'formalizes' as const,
      name: declaration.name,
      package: declaration.package,
      statementHash: statementHash(declaration),
      confidence,
      evidence,
    };
  };
  const givenBy = (maker: LinkMaker) =>
    known.flatMap(({ statement, row, by }) => (row === null || by !== maker ? [] : [link(statement, row, 1, null)]));
  // Links of statements that were not asked for stay as they are.
  const others = new Set(entries.filter((_, at) => !isWanted[at]!).map(({ id }) => id));
  const kept = formalizationLinks(library.database, source).filter(
    ({ maker, entry }) => maker === 'search' && others.has(entry),
  );
  const automatic = found.flatMap((links, statement) =>
    links
      .slice(0, 1)
      .flatMap(({ row, confidence, evidence }) =>
        confidence >= auto ? [link(statement, row, confidence, evidence)] : [],
      ),
  );
  const run = startRun(library.database, 'graph link', { source, auto });
  const written =
    writeLinks(library, source, 'blueprint', givenBy('blueprint'), run) +
    writeLinks(library, source, 'attribute', givenBy('attribute'), run) +
    writeLinks(library, source, 'search', [...kept, ...automatic], run);
  endRun(library.database, run, { statements: written });
  return written;
}

function reportLinks(
  index: LibraryIndex,
  { nodes, isWanted }: Pick<StatementsToLink, 'nodes' | 'isWanted'>,
  { known, found }: LinkedStatements,
  { auto, ...about }: Pick<GraphLinkReport, 'path' | 'source' | 'title' | 'auto' | 'written'>,
): GraphLinkReport {
  const isKnown = new Set(known.flatMap(({ statement, row }) => (row === null ? [] : [statement])));
  const links = found.flatMap((candidates, statement) => {
    if (candidates.length === 0) return [];
    const declarations = candidates.map(({ row, confidence, evidence }) => {
      const { name, module, package: packageName } = index.row(row)!;
      return { name, module, package: packageName, confidence: Number(confidence.toFixed(3)), evidence };
    });
    const { label, piece } = nodes[statement]!;
    const automatic = candidates[0]!.confidence >= auto;
    return [{ statement: label, title: piece.title, automatic, declarations }];
  });
  return {
    schema: 'lemmahead/graph-link@1',
    ...about,
    statements: nodes.length,
    auto,
    known: known.map(({ statement, name, by, row }) => ({
      statement: nodes[statement]!.label,
      name,
      by,
      found: row !== null,
      nearest: row === null ? similarDeclarations(index, name, MAX_NEAR) : [],
    })),
    links: links.sort((a, b) => b.declarations[0]!.confidence - a.declarations[0]!.confidence),
    unlinked: found.filter((candidates, at) => candidates.length === 0 && isWanted[at]! && !isKnown.has(at)).length,
  };
}
