import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Adjacency, EdgeList, neighboursOf, reversed } from '../../src/graph/adjacency.ts';
import { breadthFirst, pageRank, shortestPath, stronglyConnected, UNREACHED } from '../../src/graph/kernels.ts';

const edgesOf = (size: number) =>
  fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 7 })), { maxLength: 60 });
const graphs = fc.integer({ min: 1, max: 16 }).chain((size) => edgesOf(size).map((edges) => ({ size, edges })));

function graphOf(size: number, edges: readonly (readonly [number, number, number])[]): Adjacency {
  const list = new EdgeList();
  for (const [from, to, label] of edges) list.add(from, to, label);
  return list.adjacency(size);
}

/** Lengths of shortest paths, by Floyd and Warshall. */
function distances(size: number, edges: readonly (readonly [number, number, number])[], labels = 7): number[][] {
  const of = Array.from({ length: size }, (_, a) => Array.from({ length: size }, (_, b) => (a === b ? 0 : Infinity)));
  for (const [a, b, label] of edges) if (a !== b && (label & labels) !== 0) of[a]![b] = 1;
  for (let k = 0; k < size; k++)
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) of[a]![b] = Math.min(of[a]![b]!, of[a]![k]! + of[k]![b]!);
  return of;
}

describe('an adjacency', () => {
  it('has each edge once, with all its labels, in any order of the edges', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const graph = graphOf(size, edges);
        const wanted = new Map<string, number>();
        for (const [a, b, label] of edges) wanted.set(`${a} ${b}`, (wanted.get(`${a} ${b}`) ?? 0) | label);
        expect(graph.targets).toHaveLength(wanted.size);
        for (let node = 0, edge = 0; node < size; node++)
          for (; edge < graph.ends[node]!; edge++)
            expect(graph.labels[edge]).toBe(wanted.get(`${node} ${graph.targets[edge]}`));
        expect(graphOf(size, edges.toReversed())).toEqual(graph);
      }),
    );
  });

  it('is the same after it is reversed twice', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const graph = graphOf(size, edges);
        expect(reversed(reversed(graph))).toEqual(graph);
      }),
    );
  });

  it('lists the neighbours by label', () => {
    const graph = graphOf(3, [
      [0, 1, 1],
      [0, 2, 2],
      [0, 1, 4],
    ]);
    expect(neighboursOf(graph, 0)).toEqual([1, 2]);
    expect(neighboursOf(graph, 0, 2)).toEqual([2]);
    expect(neighboursOf(graph, 0, 4)).toEqual([1]);
    expect(neighboursOf(graph, 1)).toEqual([]);
  });
});

describe('paths', () => {
  it('have the lengths that all pairs of shortest paths have', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 7 }), ({ size, edges }, labels) => {
        const graph = graphOf(size, edges);
        const wanted = distances(size, edges, labels);
        const { distance, order } = breadthFirst(graph, [0], { labels });
        expect([...distance].map((each) => (each === UNREACHED ? Infinity : each))).toEqual(wanted[0]);
        expect(order.map((node) => distance[node]!)).toEqual(
          [...order.map((node) => distance[node]!)].sort((a, b) => a - b),
        );
        for (let to = 0; to < size; to++) {
          const path = shortestPath(graph, 0, to, labels);
          expect(path === null ? Infinity : path.length - 1).toBe(wanted[0]![to]);
          for (const [at, node] of (path ?? []).entries())
            if (at > 0) expect(neighboursOf(graph, path![at - 1]!, labels)).toContain(node);
        }
      }),
    );
  });

  it('end after the given number of edges', () => {
    const graph = graphOf(4, [
      [0, 1, 1],
      [1, 2, 1],
      [2, 3, 1],
    ]);
    expect(breadthFirst(graph, [0], { hops: 2 }).order).toEqual([0, 1, 2]);
    expect(breadthFirst(graph, [0, 2], { hops: 1 }).order).toEqual([0, 2, 1, 3]);
  });
});

describe('strongly connected components', () => {
  it('are the nodes with paths both ways, and edges lead to lower numbers', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const of = distances(size, edges);
        const found = stronglyConnected(graphOf(size, edges));
        for (let a = 0; a < size; a++)
          for (let b = 0; b < size; b++)
            expect(found.of[a] === found.of[b]).toBe(of[a]![b]! < Infinity && of[b]![a]! < Infinity);
        for (const [a, b] of edges) expect(found.of[a]).toBeGreaterThanOrEqual(found.of[b]!);
        expect(found.sizes.reduce((sum, each) => sum + each, 0)).toBe(size);
      }),
    );
  });

  it('do not overflow the stack on a path of 300,000 nodes', () => {
    const list = new EdgeList();
    for (let node = 1; node < 300_000; node++) list.add(node - 1, node, 1);
    expect(stronglyConnected(list.adjacency(300_000)).count).toBe(300_000);
  });
});

describe('ranks', () => {
  it('add up to 1 and satisfy their equation', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const graph = graphOf(size, edges);
        const rank = pageRank(graph, { rounds: 200 });
        expect(rank.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
        const lost = rank.reduce((sum, each, node) => sum + (neighboursOf(graph, node).length === 0 ? each : 0), 0);
        const wanted = new Float64Array(size).fill((0.15 + 0.85 * lost) / size);
        for (let node = 0; node < size; node++) {
          const targets = neighboursOf(graph, node);
          for (const target of targets) wanted[target]! += (0.85 * rank[node]!) / targets.length;
        }
        for (let node = 0; node < size; node++) expect(rank[node]).toBeCloseTo(wanted[node]!, 9);
      }),
    );
  });

  it('from a seed are zero where no path leads', () => {
    const rank = pageRank(graphOf(3, [[0, 1, 1]]), { seeds: [0] });
    expect(rank[2]).toBe(0);
    expect(rank[1]).toBeGreaterThan(0);
  });
});
