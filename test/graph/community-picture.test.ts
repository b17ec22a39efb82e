import { describe, expect, it } from 'vitest';
import { communityPicture } from '../../src/graph/community-picture.ts';
import { largeCommunities } from '../../src/graph/large-communities.ts';
import { communitiesOf, undirectedGraph } from '../../src/graph/communities.ts';
import { undirected } from '../../src/graph/picture-graph.ts';
import { largePicture, pictureOf } from './sample-picture.ts';

/** Louvain's measure: the share of edges within communities beyond that of a random graph with the same degrees. */
function modularity(graph: ReturnType<typeof undirected>, of: ArrayLike<number>): number {
  const [inside, degrees] = [new Map<number, number>(), new Map<number, number>()];
  let start = 0;
  for (let node = 0; node < graph.size; node++) {
    for (; start < graph.ends[node]!; start++) {
      const own = of[node]!;
      degrees.set(own, (degrees.get(own) ?? 0) + 1);
      if (of[graph.targets[start]!] === own) inside.set(own, (inside.get(own) ?? 0) + 1);
    }
  }
  const total = graph.targets.length;
  return [...degrees].reduce((sum, [own, d]) => sum + (inside.get(own) ?? 0) / total - (d / total) ** 2, 0);
}

describe('largeCommunities', () => {
  it('finds groups that are tied together, and leaves nodes without edges alone', () => {
    const graph = undirected(pictureOf([...'abcdefg'], ['a>b', 'b>c', 'c>a', 'd>e', 'e>f', 'f>d', 'a>d']));
    expect([...largeCommunities(graph)]).toEqual([0, 0, 0, 1, 1, 1, 2]);
  });

  it('is as good as graphology, and the same each time', async () => {
    const graph = undirected(largePicture(6000));
    const own = largeCommunities(graph);
    expect(largeCommunities(graph)).toEqual(own);
    const nodes = Array.from({ length: graph.size }, (_, node) => node);
    const theirs = await communitiesOf(await undirectedGraph(graph, nodes), graph.size);
    expect(modularity(graph, own)).toBeGreaterThan(theirs.modularity - 0.03);
  });
});

describe('communityPicture', () => {
  it('shows more nodes than a picture has by their communities, without losing any', { timeout: 60_000 }, () => {
    const whole = largePicture(60_000);
    const { overview, parts, leftOut } = communityPicture(whole);
    expect(overview.nodes.length).toBeLessThan(1003);
    expect(parts).toHaveLength(overview.nodes.length);
    const shown = parts.reduce((sum, { nodes }) => sum + nodes.length, 0);
    expect(shown + leftOut.reduce((sum, each) => sum + each, 0)).toBe(60_000);
    const within = parts.reduce((sum, { edges }) => sum + edges.length, 0);
    const between = overview.edges.reduce((sum, { role }) => sum + Number.parseInt(role!, 10), 0);
    expect(within + between).toBeLessThanOrEqual(whole.edges.length);
    expect(within).toBeGreaterThan(0.5 * whole.edges.length);
    const ids = new Set(overview.nodes.map(({ id }) => id));
    expect(overview.edges.every(({ from, to }) => ids.has(from) && ids.has(to) && from !== to)).toBe(true);
    expect(overview.nodes.at(-1)!.title).toBe('Nodes without edges (600)');
    expect(parts.at(-1)!.edges).toEqual([]);
  });
});
