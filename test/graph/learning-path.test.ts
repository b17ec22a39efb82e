import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Adjacency, EdgeList, neighboursOf, reversed } from '../../src/graph/adjacency.ts';
import { dependencies } from '../../src/graph/dependencies.ts';
import { graphStats } from '../../src/graph/graph-stats.ts';
import { breadthFirst } from '../../src/graph/kernels.ts';
import { learningPath } from '../../src/graph/learning-path.ts';

const graphs = fc
  .integer({ min: 1, max: 20 })
  .chain((size) =>
    fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 60 }).map((edges) => graphOf(size, edges)),
  );

function graphOf(size: number, edges: readonly (readonly [number, number])[]): Adjacency {
  const list = new EdgeList();
  for (const [from, to] of edges) if (from !== to) list.add(from, to, 1);
  return list.adjacency(size);
}

const isKnown = (): boolean => false;

describe('a learning path', () => {
  it('has the goal, no step twice, and names each direct prerequisite as a step or as left out', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 25 }), (graph, most) => {
        const { steps, needed, circular } = learningPath(graph, { goal: 0, most, isKnown });
        const reached = breadthFirst(graph, [0]).order;
        expect(needed).toBe(reached.length);
        expect(steps).toHaveLength(Math.min(most, needed));
        expect(new Set(steps.map(({ node }) => node)).size).toBe(steps.length);
        expect(steps.map(({ node }) => node)).toContain(0);
        for (const { node, needs, cut } of steps) {
          const named = [...needs.map((at) => steps[at]!.node), ...cut];
          expect(named.sort((a, b) => a - b)).toEqual(neighboursOf(graph, node));
        }
        for (const [at, { needs, level }] of steps.entries())
          for (const other of needs) {
            const isCircular = circular.some((group) => group.includes(at) && group.includes(other));
            expect(isCircular || (other < at && steps[other]!.level < level)).toBe(true);
          }
      }),
    );
  });

  it('leaves out what is known and what only that needs', () => {
    const graph = graphOf(6, [
      [0, 1],
      [1, 2],
      [0, 3],
      [3, 4],
      [2, 5],
      [4, 5],
    ]);
    const { steps, needed } = learningPath(graph, { goal: 0, most: 10, isKnown: (node) => node === 1 });
    expect(steps.map(({ node }) => node)).toEqual([5, 4, 3, 0]);
    expect(needed).toBe(4);
  });
});

describe('dependencies', () => {
  const graph = graphOf(6, [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
    [5, 1],
  ]);
  const back = reversed(graph);
  const query = { start: 0, hops: 9, most: 9, labels: 1, listed: null };

  it('come by distance, the ones that few others need first', () => {
    const { nodes, counts, found } = dependencies(graph, back, query, true);
    expect(nodes.map(({ node, distance }) => [node, distance])).toEqual([
      [2, 1],
      [1, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(counts).toEqual([2, 1, 1]);
    expect(found).toBe(4);
  });

  it('end at the limits; the counts do not', () => {
    const near = dependencies(graph, back, { ...query, hops: 1, most: 1 }, true);
    expect(near.nodes.map(({ node }) => node)).toEqual([2]);
    expect(near).toMatchObject({ found: 2, counts: [2, 1, 1] });
    const listed = dependencies(graph, back, { ...query, listed: new Set([4]) }, true);
    expect(listed.nodes.map(({ node }) => node)).toEqual([4]);
  });
});

describe('the counts of a graph', () => {
  it('are those of a small one', () => {
    const graph = graphOf(7, [
      [0, 1],
      [1, 0],
      [1, 2],
      [3, 2],
      [4, 5],
      [5, 4],
    ]);
    const stats = graphStats(graph, reversed(graph), [0, 1, 2, 3, 4, 5, 6], 1);
    expect(stats).toMatchObject({
      nodes: 7,
      edges: 6,
      fundamental: 1,
      unused: 1,
      isolated: 1,
      mutual: 2,
      circuits: { byLength: [2, 0, 0, 0, 0, 0, 0], isCut: false },
      cycleRank: 2,
      cycles: { groups: 2, nodes: 4, largest: 2 },
      depth: 1,
      needs: { median: 1, p90: 2, max: 2 },
    });
    expect(stats.top).toHaveLength(1);
  });
});
