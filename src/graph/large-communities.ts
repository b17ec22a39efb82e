/**
 * Communities of a graph of any size by the method of Louvain (Blondel et al. 2008), on typed arrays: graphology would
 * need 600 MB for a million edges. Deterministic.
 */
import type { Adjacency } from './adjacency.ts';

/** A graph with weights, in compressed sparse rows. */
interface Weighted {
  size: number;
  /** Node `n` has the edges from `starts[n]` up to `starts[n + 1]`. */
  starts: Uint32Array;
  targets: Uint32Array;
  weights: Float64Array;
  /** By node: weight of its edges to itself, in both directions. */
  loops: Float64Array;
}

const MAX_LEVELS = 10;
const MAX_ROUNDS = 20;
/** A round that moves a smaller share of the nodes is the last one. */
const LEAST_MOVED = 0.005;

/** By node: its community, numbered from 0 in the order of their first nodes. `graph` has every edge in both directions. */
export function largeCommunities(graph: Adjacency): Uint32Array {
  const starts = new Uint32Array(graph.size + 1);
  starts.set(graph.ends, 1);
  const weights = new Float64Array(graph.targets.length).fill(1);
  let level: Weighted = { ...graph, starts, weights, loops: new Float64Array(graph.size) };
  const of = Uint32Array.from({ length: graph.size }, (_, node) => node);
  for (let depth = 0; depth < MAX_LEVELS; depth++) {
    const { found, count } = renumbered(moveNodes(level));
    for (const [node, before] of of.entries()) of[node] = found[before]!;
    if (count === level.size) break;
    level = joined(level, found, count);
  }
  return of;
}

/** Moves each node to the community of its neighbours with the largest gain, until few nodes move. */
function moveNodes({ size, starts, targets, weights, loops }: Weighted): Uint32Array {
  const of = Uint32Array.from({ length: size }, (_, node) => node);
  const degrees = loops.slice();
  for (let node = 0; node < size; node++)
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) degrees[node]! += weights[edge]!;
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  const degreeOf = degrees.slice();
  const linked = new Float64Array(size);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = 0;
    for (let node = 0; node < size; node++) {
      const own = of[node]!;
      const near = [own];
      for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
        const community = of[targets[edge]!]!;
        if (linked[community] === 0 && community !== own) near.push(community);
        linked[community]! += weights[edge]!;
      }
      degreeOf[own]! -= degrees[node]!;
      let [best, most] = [own, -Infinity];
      for (const community of near) {
        const gain = linked[community]! - (degreeOf[community]! * degrees[node]!) / total;
        if (gain > most + 1e-12) [best, most] = [community, gain];
      }
      for (const community of near) linked[community] = 0;
      degreeOf[best]! += degrees[node]!;
      if (best !== own) moved++;
      of[node] = best;
    }
    if (moved <= LEAST_MOVED * size) break;
  }
  return of;
}

function renumbered(of: Uint32Array): { found: Uint32Array; count: number } {
  const numbers = new Map<number, number>();
  const found = of.map((community) => {
    const number = numbers.get(community) ?? numbers.size;
    numbers.set(community, number);
    return number;
  });
  return { found, count: numbers.size };
}

/** The graph whose nodes are the communities. */
function joined({ size, starts, targets, weights, loops }: Weighted, of: Uint32Array, count: number): Weighted {
  const own = new Float64Array(count);
  const between = Array.from({ length: count }, () => new Map<number, number>());
  for (let node = 0; node < size; node++) {
    const from = of[node]!;
    own[from]! += loops[node]!;
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) {
      const to = of[targets[edge]!]!;
      if (to === from) own[from]! += weights[edge]!;
      else between[from]!.set(to, (between[from]!.get(to) ?? 0) + weights[edge]!);
    }
  }
  const newStarts = new Uint32Array(count + 1);
  for (const [node, edges] of between.entries()) newStarts[node + 1] = newStarts[node]! + edges.size;
  const all = between.flatMap((edges) => [...edges]);
  return {
    ...{ size: count, starts: newStarts, loops: own },
    targets: Uint32Array.from(all, ([to]) => to),
    weights: Float64Array.from(all, ([, weight]) => weight),
  };
}
