/**
 * The picture of a graph that is too large for one: its communities as nodes, each with a picture of its own, which the
 * page shows on demand.
 */
import { degreeOf } from './adjacency.ts';
import { communitiesOf, undirectedGraph } from './communities.ts';
import { mostConnected, type PictureEdge, type PictureGraph, type PictureNode, undirected } from './picture-graph.ts';

export interface CommunityPicture {
  /** Its nodes are communities. */
  overview: PictureGraph;
  /** By node of the overview: the graph of the community. */
  parts: PictureGraph[];
  /** By node of the overview: number of nodes that its graph leaves out. */
  leftOut: number[];
}

/** Maximum number of communities with a node of their own. The smaller ones share a node; nodes without edges share another. */
const MAX_COMMUNITIES = 1000;
/** Maximum number of nodes in the graph of a community. */
const MAX_PART = 5000;
/** Maximum number of members that the text of a community names. */
const MAX_NAMED = 30;

export async function communityPicture(graph: PictureGraph): Promise<CommunityPicture> {
  const edges = undirected(graph);
  const degrees = graph.nodes.map((_, place) => degreeOf(edges, place));
  const connected = [...graph.nodes.keys()].filter((place) => degrees[place]! > 0);
  const { of: communities } = await communitiesOf(await undirectedGraph(edges, connected), graph.nodes.length);
  const bySize = [...Map.groupBy(connected, (place) => communities[place]!).values()].sort(
    (a, b) => b.length - a.length || a[0]! - b[0]!,
  );
  const groups = bySize.slice(0, MAX_COMMUNITIES).map((members) => ({ members, name: '' }));
  const others = bySize.slice(MAX_COMMUNITIES).flat();
  const isolated = [...graph.nodes.keys()].filter((place) => degrees[place] === 0);
  if (others.length > 0) groups.push({ members: others, name: 'Smaller communities' });
  if (isolated.length > 0) groups.push({ members: isolated, name: 'Nodes without edges' });
  const groupOf = new Map(
    groups.flatMap(({ members }, group) => members.map((place) => [graph.nodes[place]!.id, group])),
  );
  const inside: PictureEdge[][] = groups.map(() => []);
  const between = new Map<number, number>();
  for (const edge of graph.edges) {
    const [from, to] = [groupOf.get(edge.from)!, groupOf.get(edge.to)!];
    if (from === to) inside[from]!.push(edge);
    else between.set(from * groups.length + to, (between.get(from * groups.length + to) ?? 0) + 1);
  }
  const overview = groups.map(({ members, name }, group) => {
    const sorted = members.toSorted((a, b) => degrees[b]! - degrees[a]! || a - b);
    return communityNode(
      String(group + 1),
      name,
      sorted.map((place) => graph.nodes[place]!),
    );
  });
  const wholes = groups.map(({ members }, group) => ({
    title: overview[group]!.title,
    nodes: members.map((place) => graph.nodes[place]!),
    edges: inside[group]!,
  }));
  const parts = wholes.map((part) => mostConnected(part, MAX_PART));
  return {
    overview: {
      title: graph.title,
      nodes: overview,
      edges: Array.from(between, ([pair, count]) => ({
        from: String(Math.floor(pair / groups.length) + 1),
        to: String((pair % groups.length) + 1),
        role: count === 1 ? '1 edge' : `${count} edges`,
      })),
    },
    parts,
    leftOut: wholes.map(({ nodes }, at) => nodes.length - parts[at]!.nodes.length),
  };
}

/** `members`: the most connected first. */
function communityNode(id: string, name: string, members: readonly PictureNode[]): PictureNode {
  const names = members.slice(0, MAX_NAMED).map(({ title, label }) => title || label);
  const more = members.length - names.length;
  return {
    ...{ id, label: `community ${id}`, type: mostFrequent(members.map(({ type }) => type)), state: null, link: null },
    title: `${name || names[0]!} (${members.length})`,
    field: mostFrequent(members.map(({ field }) => field)),
    details: [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

function mostFrequent<T>(values: readonly T[]): T {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
