/** Counts of elementary circuits, against a naive search. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EdgeList, neighboursOf, reversed, type Adjacency } from '../../src/graph/adjacency.ts';
import { countCircuits } from '../../src/graph/circuits.ts';
import { graphStats } from '../../src/graph/graph-stats.ts';
import { stronglyConnected } from '../../src/graph/kernels.ts';

const LIMITS = { longest: 5, most: 1e6, steps: 1e8 };

function graphOf(size: number, edges: readonly (readonly [number, number])[]): Adjacency {
  const list = new EdgeList();
  for (const [from, to] of edges) list.add(from, to, 1);
  return list.adjacency(size);
}

const count = (graph: Adjacency, limits = LIMITS) =>
  countCircuits(graph, reversed(graph), stronglyConnected(graph), limits);

/** Every circuit from each of its nodes, so each is found as often as it is long. */
function naive(graph: Adjacency, longest: number): number[] {
  const byLength = new Array<number>(longest - 1).fill(0);
  const visit = (path: readonly number[]): void => {
    for (const next of neighboursOf(graph, path.at(-1)!)) {
      if (next === path[0] && path.length > 1) byLength[path.length - 2]! += 1 / path.length;
      else if (!path.includes(next) && path.length < longest) visit([...path, next]);
    }
  };
  for (let node = 0; node < graph.size; node++) visit([node]);
  return byLength.map(Math.round);
}

test('circuits of each length are those of a naive search', () => {
  const edge = fc.tuple(fc.nat(7), fc.nat(7));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 24 }), (edges) => {
      const graph = graphOf(8, edges);
      expect(count(graph)).toEqual({ byLength: naive(graph, LIMITS.longest), isCut: false });
    }),
    { numRuns: 300 },
  );
});

test('the search stops at its limits and says so', () => {
  const complete = graphOf(
    9,
    Array.from({ length: 81 }, (_, at) => [Math.floor(at / 9), at % 9] as const).filter(([a, b]) => a !== b),
  );
  const few = count(complete, { ...LIMITS, most: 10 });
  expect([few.isCut, few.byLength.reduce((a, b) => a + b, 0)]).toEqual([true, 10]);
  expect(count(complete, { ...LIMITS, steps: 5 }).isCut).toBe(true);
});

test('the cycle rank is that of a spanning forest', () => {
  const triangleAndPair = graphOf(6, [
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 4],
    [4, 3],
  ]);
  const all = [0, 1, 2, 3, 4, 5];
  expect(graphStats(triangleAndPair, reversed(triangleAndPair), all, 1).cycleRank).toBe(2);
});
