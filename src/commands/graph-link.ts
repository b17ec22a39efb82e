/** `lemmahead graph link`: which declarations formalize the statements of a document. */
import { Failure } from '../base/errors.ts';
import { labelsOfTags, taggedDeclarations } from '../builders/knowledge/links/tagged-declarations.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { HUMAN } from '../library/derivation.ts';
import { requireSources } from '../library/filter-entries.ts';
import { type FormalizationLink, formalizationLinks } from '../library/formalization-links.ts';
import { entriesByFullLabel } from '../library/labelled-entries.ts';
import { withLibrary } from '../library/library.ts';
import { listSources } from '../library/listing.ts';
import { statementNodes } from '../library/statement-nodes.ts';
import type { GraphLinkOptions } from '../options/graph-options.ts';
import { reportLinks } from '../report/graph-link-report.ts';
import type { GraphLinkReport } from '../report/graph-link-schema.ts';
import { renderGraphLink } from '../report/graph-link-text.ts';
import { readStatements } from '../session/blueprint-file.ts';
import { type OpenGraph, withDependencyGraph } from '../session/command-graph.ts';
import type { CommandContext } from '../session/command-context.ts';
import {
  judgeFoundLinks,
  type JudgedLinks,
  LEAST_JUDGED,
  type LinkDecider,
  type LinkJudge,
  openLinkJudge,
} from '../session/link-judge.ts';
import { linkStatements, type StatementsToLink } from '../session/link-statements.ts';
import { storeLinks } from '../session/store-links.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { Command } from './command.ts';

/**
 * Exit `no` if nothing is known or found, or a model gave no usable answer; `budget` if a limit ended the questions: what
 * was answered is stored. @throws {Failure} `statement-unknown`, `source-unknown`, and of the index and the model
 */
export const graphLink: Command<GraphLinkOptions, GraphLinkReport> = async (options, context) => {
  const judge = await openLinkJudge(options, context);
  const link: Link = (open, request) => linkByRulesOrModel(open, request, judge, options, context);
  const parts: Parts = { options, context, link, by: judge?.by ?? 'rules' };
  const { report, isUnanswered } =
    options.source === null ? await linkDocument(parts) : await linkSource(options.source, parts);
  const isSomething = report.links.length > 0 || report.known.some(({ found }) => found);
  const isStopped = report.models !== null && report.models.stopped_by !== null;
  return {
    exit: isStopped ? 'budget' : isSomething && !isUnanswered ? 'done' : 'no',
    data: report,
    render: (style) => renderGraphLink(report, options.limit, style),
  };
};

type Link = (open: OpenGraph, request: StatementsToLink) => Promise<JudgedLinks>;

interface Parts {
  options: GraphLinkOptions;
  context: CommandContext;
  link: Link;
  by: LinkDecider;
}

interface Linked {
  report: GraphLinkReport;
  isUnanswered: boolean;
}

async function linkByRulesOrModel(
  open: OpenGraph,
  request: StatementsToLink,
  judge: LinkJudge | null,
  options: GraphLinkOptions,
  context: CommandContext,
): Promise<JudgedLinks> {
  const linked = await linkStatements(open, request, context);
  return judgeFoundLinks(judge, { index: open.index, linked }, options, context);
}

async function linkDocument({ options, context, link, by }: Parts): Promise<Linked> {
  const { path, title, nodes } = await readStatements(options.path, context.cwd);
  const auto = context.settings.linkConfidence;
  const request = { nodes, paths: [path], known: [], rejected: [], ...wanted(nodes, options, by) };
  return withDependencyGraph(context, async (open) => {
    const linked = await link(open, request);
    const about = { path, source: null, title, auto, by, written: 0, run: null, dry_run: options.dryRun };
    return { report: reportLinks(open.index, request, linked, about), isUnanswered: linked.isUnanswered };
  });
}

async function linkSource(source: string, { options, context, link, by }: Parts): Promise<Linked> {
  const auto = context.settings.linkConfidence;
  const { dryRun } = options;
  return withLibrary(libraryPathFor(context.settings), { writable: !dryRun, create: false }, async (library) => {
    requireSources(library.database, [source]);
    const [listed] = listSources(library.database, [source]);
    const entries = statementNodes(library.database, source);
    const nodes = entries.map(({ node }) => node);
    const numbers = new Map(entries.map(({ id }, number) => [id, number]));
    const decisions = formalizationLinks(library.database, source).filter(({ maker }) => maker === HUMAN);
    const decided = (kind: FormalizationLink['kind']) =>
      decisions
        .filter((each) => each.kind === kind && numbers.has(each.entry))
        .map(({ entry, name }) => ({ statement: numbers.get(entry)!, name }));
    const paths = listed!.documents.map(({ path }) => path);
    const labels = labelsOfTags(paths);
    return withDependencyGraph(context, async (open) => {
      const request = {
        nodes,
        paths,
        known: [
          ...decided('formalizes').map((each) => ({ ...each, by: HUMAN as typeof HUMAN })),
          ...taggedStatements(open.index, labels, entriesByFullLabel(library.database, source), numbers),
        ],
        rejected: decided('does not formalize'),
        ...wanted(nodes, options, by),
      };
      const linked = await link(open, request);
      const { index } = open;
      const stored = dryRun
        ? { written: 0, run: null }
        : storeLinks(library, { source, entries, index, linked, isWanted: request.isWanted, by, auto });
      const about = { path: null, source, title: source, auto, by, ...stored, dry_run: dryRun };
      return { report: reportLinks(index, request, linked, about), isUnanswered: linked.isUnanswered };
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
  by: LinkDecider,
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
    limit: by === 'rules' ? candidates : Math.max(candidates, LEAST_JUDGED),
  };
}
