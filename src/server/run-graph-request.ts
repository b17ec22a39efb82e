/** Runs a request about the knowledge graph in a search thread. */
import type { CommandOutcome } from '../commands/command.ts';
import { dependsReport } from '../commands/entity-depends.ts';
import { graphDepends } from '../commands/graph-depends.ts';
import { graphPath } from '../commands/graph-path.ts';
import { graphSearch } from '../commands/graph-search.ts';
import { graphShow } from '../commands/graph-show.ts';
import { graphStatus } from '../commands/graph-status.ts';
import type { NeighboursReport } from '../report/entity-graph-schema.ts';
import type { CommandContext } from '../session/command-context.ts';
import { entityNamed } from '../session/entity-named.ts';
import { withEntityGraph } from '../session/open-entity-graph.ts';
import type { GraphThreadRequest } from './graph-requests.ts';

export async function runGraphRequest(
  request: GraphThreadRequest,
  context: CommandContext,
): Promise<Pick<CommandOutcome<unknown>, 'exit' | 'data'>> {
  if ('search' in request) return graphSearch(request.search, context);
  if ('show' in request) return graphShow(request.show, context);
  if ('depends' in request) return graphDepends(request.depends, context);
  if ('path' in request) return graphPath(request.path, context);
  if ('status' in request) return graphStatus(request.status, context);
  return neighbours(request.neighbours, context);
}

function neighbours(
  { id, hops, limit }: { id: string; hops: number; limit: number },
  context: CommandContext,
): Promise<{ exit: 'done'; data: NeighboursReport }> {
  return withEntityGraph(context, { sources: [], terms: false }, (open) => {
    const least = context.settings.linkConfidence;
    const entity = entityNamed(open.library, id).id;
    const needs = dependsReport(open, entity, { hops, limit, usedBy: false }, least);
    const neededBy = dependsReport(open, entity, { hops, limit, usedBy: true }, least);
    const edges = new Map([...needs.edges, ...neededBy.edges].map((edge) => [`${edge.from} ${edge.to}`, edge]));
    return {
      exit: 'done',
      data: {
        schema: 'lemmahead/graph-neighbours@1',
        entity: needs.entity,
        hops,
        refers_to: needs.entities,
        referred_to_by: neededBy.entities,
        edges: [...edges.values()],
        total: needs.total + neededBy.total,
      },
    };
  });
}
