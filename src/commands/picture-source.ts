/** The graph that `graph picture` and `graph export` are asked for. */
import { Failure } from '../base/errors.ts';
import { formatNumber } from '../base/format-number.ts';
import { memoizeByValue } from '../base/memoize.ts';
import { libraryPathFor } from '../config/paths.ts';
import { blueprintPicture } from '../graph/blueprint-picture.ts';
import { communityPicture } from '../graph/community-picture.ts';
import { declarationPicture } from '../graph/declaration-picture.ts';
import { entityPicture } from '../graph/entity-picture.ts';
import { MAX_PICTURE_NODES, mostConnected, type PictureGraph } from '../graph/picture-graph.ts';
import { layoutPicture } from '../graph/picture-layout.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { loadEntities } from '../library/entities.ts';
import { termReferences } from '../library/knowledge-rows.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import type { PictureSourceOptions } from '../options/picture-options.ts';
import type { GraphView } from '../report/picture-schema.ts';
import { graphView } from '../report/graph-view.ts';
import { publicRows } from '../search/public-rows.ts';
import { withDependencyGraph } from '../session/command-graph.ts';
import { withTemplateGraph } from '../session/command-template-graph.ts';
import { templatePicture } from '../session/template-picture.ts';
import type { CommandContext } from '../session/command-context.ts';
import { nodeNamed } from '../session/graph-names.ts';
import { noEntities } from '../session/no-entities.ts';
import { makeLink } from '../session/source-links.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import type { Entity } from '../sources/entity.ts';
import { type StatementsQuery, withFormalizationStatus } from './blueprint-status.ts';

export interface PictureSource {
  graph: PictureGraph;
  /** The entities with a node if they are wanted and the graph has entities; otherwise empty. */
  entities: Entity[];
  /** The statements with a node if the graph is of a document; otherwise empty. */
  statements: BlueprintNode[];
  /** All nodes and edges, if they are more than a picture has and the user has not limited them; otherwise null. */
  whole: PictureGraph | null;
  /** Number of nodes that `most` leaves out. */
  leftOut: number;
  notices: string[];
}

/** Without `most`, a neighbourhood has so many nodes: as many as a picture shows with readable names. */
const NEIGHBOURHOOD_NODES = 150;

export interface PictureNeeds {
  /** The limit of nodes if the user gives none. */
  limit: number;
  /** All attributes of entities, which take more memory than the graph. */
  entities: boolean;
}

/**
 * @throws {Failure} `picture-source`, and those of the commands that read the same things
 */
export function readPictureSource(
  { name, blueprint, source, entities, templates, terms, hops, most }: PictureSourceOptions,
  context: CommandContext,
  needs: PictureNeeds,
): Promise<PictureSource> {
  const statementsOf = entities ? '--entities' : source;
  const given = [name, blueprint, statementsOf, templates ? '--templates' : null].filter((each) => each !== null);
  if (given.length !== 1) {
    throw new Failure('usage', 'picture-source', {
      message: given.length === 0 ? 'The graph to show is missing.' : `${given.join(' and ')} are different graphs.`,
      next: 'Give the name of a declaration, --blueprint PATH, --source NAME, --entities or --templates.',
    });
  }
  const limits = { most, ...needs };
  if (templates) return templateGraph(limits, context);
  if (entities) return entityGraph({ source, terms }, limits, context);
  return name === null
    ? statements({ path: blueprint ?? '', source }, limits, context)
    : neighbourhood(name, { hops, most: most ?? NEIGHBOURHOOD_NODES }, context);
}

/** As the page draws it. `parts`: by node, the graph that it stands for; empty if the nodes stand for themselves. */
export interface PictureViews {
  view: GraphView;
  parts: GraphView[];
}

/** With the layout. A graph that is too large is shown by its communities. @throws {Failure} as `readPictureSource` */
export async function readPictureViews(options: PictureSourceOptions, context: CommandContext): Promise<PictureViews> {
  const { graph, whole, leftOut, notices } = await readPictureSource(options, context, {
    limit: MAX_PICTURE_NODES,
    entities: false,
  });
  const progress = context.startProgress('Laying out the graph');
  const { signal } = context;
  try {
    if (whole !== null) return await communityViews(whole, notices, { ...context, progress });
    const layout = await layoutPicture(graph, {
      signal,
      onProgress: (done, all) => progress.update(done, all, `${graph.nodes.length} nodes`),
    });
    return { view: graphView(graph, layout, { leftOut, notices }), parts: [] };
  } finally {
    progress.stop();
  }
}

/** Characters of the texts of all nodes in the graphs of communities. */
const PART_DETAILS = 4_000_000;

async function communityViews(
  whole: PictureGraph,
  notices: string[],
  { signal, progress }: Pick<CommandContext, 'signal'> & { progress: ReturnType<CommandContext['startProgress']> },
): Promise<PictureViews> {
  const { overview, parts, leftOut } = await communityPicture(whole);
  const watch = { signal, onProgress: () => undefined };
  const views: GraphView[] = [];
  for (const [at, part] of parts.entries()) {
    progress.update(at, parts.length, `${at} of ${parts.length} communities`);
    const layout = await layoutPicture(part, { ...watch, isPart: true });
    const mostDetails = Math.ceil(PART_DETAILS * (part.nodes.length / whole.nodes.length));
    views.push(graphView(part, layout, { leftOut: leftOut[at]!, notices: [], mostDetails }));
  }
  const words = `The graph has ${formatNumber(whole.nodes.length)} nodes, too many for one picture: each node is a community.`;
  const view = graphView(overview, await layoutPicture(overview, watch), { leftOut: 0, notices: [...notices, words] });
  return { view, parts: views };
}

function neighbourhood(
  name: string,
  limits: { hops: number; most: number },
  context: CommandContext,
): Promise<PictureSource> {
  return withDependencyGraph(context, (open) => {
    const { node, notices } = nodeNamed(name, open);
    const link = makeLink(open.index, context.settings);
    const found = declarationPicture(open.index, open.graph, { start: node, ...limits }, (row) => {
      const { documentation, source } = link(row);
      return documentation ?? source;
    });
    return { ...found, whole: null, entities: [], statements: [], notices };
  });
}

/** `source`: null for all. @throws {Failure} `source-unknown`; `entities-missing` */
function entityGraph(
  { source, terms }: { source: string | null; terms: boolean },
  limits: NodeLimits,
  context: CommandContext,
): Promise<PictureSource> {
  return withLibrary(libraryPathFor(context.settings), {}, ({ database }) => {
    const sources = source === null ? [] : [source];
    requireSources(database, sources);
    const found = loadEntities(database, sources);
    if (found.length === 0) throw noEntities();
    const all = entityPicture(source ?? 'Library', found, terms ? termReferences(database) : []);
    const limited = withinLimit(all, limits);
    const kept = new Set(limits.entities ? limited.graph.nodes.map(({ id }) => id) : []);
    return { ...limited, entities: found.filter(({ id }) => kept.has(String(id))), statements: [], notices: [] };
  });
}

/** @throws {Failure} as `openGraph` */
function templateGraph(limits: NodeLimits, context: CommandContext): Promise<PictureSource> {
  return withTemplateGraph(context, (open) => {
    return { ...withinLimit(templatePicture(open), limits), entities: [], statements: [], notices: [] };
  });
}

function statements(query: StatementsQuery, limits: NodeLimits, context: CommandContext): Promise<PictureSource> {
  return withFormalizationStatus(query, context, ({ index, title, nodes, statuses }) => {
    const all = blueprintPicture(title, nodes, statuses, documentationOf(index, context));
    const limited = withinLimit(all, limits);
    const kept = new Set(limited.graph.nodes.map(({ id }) => id));
    const withNode = nodes.filter((_, at) => kept.has(all.nodes[at]!.id));
    return { ...limited, entities: [], statements: withNode, notices: [] };
  });
}

interface NodeLimits extends PictureNeeds {
  /** The user's; null if not given, and then `limit` counts. */
  most: number | null;
}

function withinLimit(
  all: PictureGraph,
  { most, limit }: Pick<NodeLimits, 'most' | 'limit'>,
): Pick<PictureSource, 'graph' | 'whole' | 'leftOut'> {
  const graph = mostConnected(all, most ?? limit);
  const leftOut = all.nodes.length - graph.nodes.length;
  return { graph, whole: most === null && leftOut > 0 ? all : null, leftOut };
}

function documentationOf(index: LibraryIndex, { settings }: CommandContext): (name: string) => string | null {
  const link = makeLink(index, settings);
  return memoizeByValue((name: string): string | null => {
    const [row] = publicRows(index, name);
    if (row === undefined) return null;
    const { documentation, source } = link(row);
    return documentation ?? source;
  });
}
